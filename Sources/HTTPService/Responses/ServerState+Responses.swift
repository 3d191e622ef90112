internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Everything that all responses have in common.
extension ServerState {
    /// Converts a route's response to an HTTP response.
    ///
    /// Adds the common header fields and the validator, compresses the body if the client allows it, and omits the body
    /// for HEAD or if the client has the content with this validator.
    func response(to request: Request, _ response: ServiceResponse) async -> Response {
        let status = HTTPResponse.Status(code: response.status)
        var headers = commonHeaders(of: response, to: request)
        let content: SentContent
        switch response.body {
        case .empty: return Response(status: status, headers: Self.withLength(0, headers, status))
        case .stream(let write):
            // HEAD gets an empty stream: an empty body would get a Content-Length different from that of GET.
            let body = request.method == .head ? Self.body { _ in } : Self.body(write)
            return Response(status: status, headers: headers, body: body)
        case .bytes(let bytes):
            let isCompressed = takesCompressed(request, bytes, headers)
            // Hashing and compressing a large body here would delay other requests.
            let executor = bytes.count > 16_384 ? WorkerPool.requests : nil
            content = await withTaskExecutorPreference(executor) {
                SentContent(
                    plain: ByteBuffer(bytes: bytes),
                    compressed: isCompressed ? Compression.gzip(bytes).map { ByteBuffer(bytes: $0) } : nil,
                    tag: response.isCacheable ? response.entityTag ?? EntityTag(of: bytes) : nil)
            }
        case .kept(let kept):
            let compressed = Compression.isAccepted(request.headers[.acceptEncoding]) ? kept.compressed : nil
            content = SentContent(
                plain: kept.plain, compressed: compressed, tag: response.isCacheable ? kept.entityTag : nil)
        }
        headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        if content.isCompressed { headers.append(HTTPField(name: .contentEncoding, value: "gzip")) }
        if let tag = content.tag, status == .ok {
            headers.append(HTTPField(name: .eTag, value: tag.text(suffix: content.tagSuffix)))
            if headers[.cacheControl] == nil { headers[.cacheControl] = "private, no-cache" }
            if let wanted = request.headers[.ifMatch], !tag.isNamed(inMatch: wanted) {
                let problem = Problem(412, "the resource has changed since the version in If-Match")
                return await self.response(to: request, ServiceResponse(problem))
            }
            if let known = request.headers[.ifNoneMatch], tag.isNamed(inNoneMatch: known) {
                (headers[.contentType], headers[.contentEncoding]) = (nil, nil)
                return Response(status: .notModified, headers: headers)
            }
        }
        headers = Self.withLength(content.body.readableBytes, headers, status)
        guard request.method != .head else { return Response(status: status, headers: headers) }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: content.body))
    }

    private func commonHeaders(of response: ServiceResponse, to request: Request) -> HTTPFields {
        var headers = response.headers
        headers.append(HTTPField(name: .contentTypeOptions, value: "nosniff"))
        headers.append(HTTPField(name: .date, value: date.text))
        if let took = response.questionTime {
            headers.append(HTTPField(name: .serverTiming, value: "question;dur=\(took.serverTiming)"))
        }
        // A proxy shouldn't send its next request to a server that is stopping.
        if spaces.isLeaving.load(ordering: .relaxed) { headers[.connection] = "close" }
        addCrossOrigin(&headers, request)
        return headers
    }

    private func takesCompressed(_ request: Request, _ bytes: [UInt8], _ headers: HTTPFields) -> Bool {
        bytes.count >= Compression.smallest && headers[.contentType] != "image/png"
            && Compression.isAccepted(request.headers[.acceptEncoding])
    }

    private static func withLength(_ length: Int, _ headers: HTTPFields, _ status: HTTPResponse.Status) -> HTTPFields {
        var headers = headers
        if status != .noContent, status != .notModified {
            headers.append(HTTPField(name: .contentLength, value: String(length)))
        }
        return headers
    }

    private static func body(_ write: @escaping ServiceResponse.StreamBody) -> ResponseBody {
        ResponseBody { @concurrent writer in
            try await withTaskExecutorPreference(globalConcurrentExecutor) { try await write(&writer) }
            try await writer.finish(nil)
        }
    }

    /// Allows pages of the configured origins to read the response, but never to send cookies.
    private func addCrossOrigin(_ headers: inout HTTPFields, _ request: Request) {
        guard !settings.origins.isEmpty else { return }
        headers.append(HTTPField(name: .vary, value: "Origin"))
        guard let origin = request.headers[.origin], settings.origins.contains(origin) else { return }
        headers[.accessControlAllowOrigin] = origin
        headers[.accessControlExposeHeaders] = "ETag, Link, Location, Retry-After"
    }

    /// Returns the response to OPTIONS, including the preflight request of a browser (CORS).
    func preflight(_ request: Request, _ methods: [String]) -> ServiceResponse {
        var response = ServiceResponse.nothing
        response.headers[.allow] = methods.joined(separator: ", ")
        guard let origin = request.headers[.origin], settings.origins.contains(origin) else { return response }
        response.headers[.accessControlAllowMethods] = methods.joined(separator: ", ")
        response.headers[.accessControlAllowHeaders] =
            "Authorization, Content-Type, If-Match, If-None-Match, Idempotency-Key, Last-Event-ID"
        response.headers[.accessControlMaxAge] = "600"
        return response
    }
}

/// The bytes of a response's body as they are sent.
private struct SentContent: Sendable {
    let body: ByteBuffer
    let isCompressed: Bool
    /// The validator of the content; `nil` if the response gets none.
    let tag: EntityTag?

    /// The suffix of the validator for this encoding.
    var tagSuffix: String { isCompressed ? EntityTag.compressedSuffix : "" }

    init(plain: ByteBuffer, compressed: ByteBuffer?, tag: EntityTag?) {
        body = compressed ?? plain
        isCompressed = compressed != nil
        self.tag = tag
    }
}
