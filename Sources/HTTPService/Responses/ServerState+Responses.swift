internal import HTTPTypes
internal import HummingbirdCore
internal import NIOCore
internal import Synchronization

/// Everything that all responses have in common.
extension ServerState {
    /// Converts a route's response to an HTTP response.
    ///
    /// Adds the common header fields and the validator, compresses the body if the client allows it,
    /// and omits the body for HEAD.
    func response(to request: Request, _ response: ServiceResponse) async -> Response {
        // Hashing and compressing a large body here would delay other requests.
        guard case .bytes(let bytes) = response.body, bytes.count > 16_384 else {
            return madeResponse(to: request, response)
        }
        return await withTaskExecutorPreference(WorkerPool.requests) { madeResponse(to: request, response) }
    }

    private func madeResponse(to request: Request, _ response: ServiceResponse) -> Response {
        var headers = response.headers
        headers.append(HTTPField(name: .contentTypeOptions, value: "nosniff"))
        headers.append(HTTPField(name: .date, value: date.text))
        if let took = response.questionTime {
            headers.append(HTTPField(name: .serverTiming, value: "question;dur=\(took.serverTiming)"))
        }
        // A proxy shouldn't send its next request to a server that is stopping.
        if spaces.isLeaving.load(ordering: .relaxed) { headers[.connection] = "close" }
        addCrossOrigin(&headers, request)
        let status = HTTPResponse.Status(code: response.status)
        switch response.body {
        case .empty: return Response(status: status, headers: Self.withLength(0, headers, status))
        case .stream(let write):
            guard request.method != .head else {
                // Send an empty stream: an empty body would get a Content-Length different from that of GET.
                return Response(status: status, headers: headers, body: Self.body { _ in })
            }
            return Response(status: status, headers: headers, body: Self.body(write))
        case .bytes(let bytes):
            let compressed = takesCompressed(request, bytes, headers) ? Compression.gzip(bytes) : nil
            let tag = response.isCacheable ? response.entityTag ?? EntityTag(of: bytes) : nil
            return self.response(
                to: request, headers, ByteBuffer(bytes: compressed ?? bytes), isCompressed: compressed != nil, tag,
                status)
        case .kept(let content):
            let compressed = Compression.isAccepted(request.headers[.acceptEncoding]) ? content.compressed : nil
            return self.response(
                to: request, headers, compressed ?? content.plain, isCompressed: compressed != nil,
                response.isCacheable ? content.entityTag : nil, status)
        }
    }

    private func takesCompressed(_ request: Request, _ bytes: [UInt8], _ headers: HTTPFields) -> Bool {
        bytes.count >= Compression.smallest && headers[.contentType] != "image/png"
            && Compression.isAccepted(request.headers[.acceptEncoding])
    }

    /// Returns the response with a body, or without one if the client has the content with this validator.
    private func response(
        to request: Request, _ headers: HTTPFields, _ body: ByteBuffer, isCompressed: Bool, _ tag: EntityTag?,
        _ status: HTTPResponse.Status
    ) -> Response {
        var headers = headers
        headers.append(HTTPField(name: .vary, value: "Accept-Encoding"))
        if isCompressed { headers.append(HTTPField(name: .contentEncoding, value: "gzip")) }
        if let tag, status == .ok {
            let suffix = isCompressed ? EntityTag.compressedSuffix : ""
            headers.append(HTTPField(name: .eTag, value: tag.text(suffix: suffix)))
            if headers[.cacheControl] == nil { headers[.cacheControl] = "private, no-cache" }
            if let wanted = request.headers[.ifMatch], !tag.isNamed(inMatch: wanted) {
                let problem = Problem(412, "the resource has changed since the version in If-Match")
                return madeResponse(to: request, ServiceResponse(problem))
            }
            if let known = request.headers[.ifNoneMatch], tag.isNamed(inNoneMatch: known) {
                headers[.contentType] = nil
                headers[.contentEncoding] = nil
                return Response(status: .notModified, headers: headers)
            }
        }
        headers = Self.withLength(body.readableBytes, headers, status)
        guard request.method != .head else { return Response(status: status, headers: headers) }
        return Response(status: status, headers: headers, body: ResponseBody(byteBuffer: body))
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
