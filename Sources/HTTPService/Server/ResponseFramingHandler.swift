internal import NIOCore
internal import NIOHTTP1
internal import TextMeasurement

/// A handler that frames responses for the client's version of HTTP (RFC 9112).
///
/// It also closes the connection after the last response.
final class ResponseFramingHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    /// The properties of a request that determine how its response is framed.
    private struct Request {
        let isOld: Bool
        let isHead: Bool
        let isKept: Bool
        var isComplete = false

        init(_ head: HTTPRequestHead, isOld: Bool) {
            self.isOld = isOld
            isHead = head.method == .HEAD
            // The decoder stops after a request to switch protocols, so the connection can't be kept.
            let mayChange = head.headers.contains(name: "upgrade") || head.method == .CONNECT
            isKept = head.isKeepAlive && !mayChange
        }

        /// Creates the properties for a response to invalid input.
        init() { (isOld, isHead, isKept) = (false, false, false) }
    }

    /// The requests without a complete response, oldest first.
    private var requests = CircularBuffer<Request>()
    /// Whether the current response is the last on the connection.
    private var isLast = false
    private var isBroken = false

    /// How long to wait for the client to read the last response before closing the connection.
    private static let patience = TimeAmount.seconds(2)

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isBroken else { return }
        switch unwrapInboundIn(data) {
        case .head(let head):
            let isOld = head.version.major == 1 && head.version.minor == 0
            guard isOld || head.headers["host"].count == 1 else {
                isBroken = true
                return context.fireErrorCaught(HTTPParserError.invalidHeaderToken)
            }
            if let coding = unsupportedCoding(of: head) {
                isBroken = true
                return context.fireErrorCaught(Problem.unsupportedCoding(coding))
            }
            requests.append(Request(head, isOld: isOld))
        case .body: break
        case .end:
            guard let last = requests.indices.last else { break }
            requests[last].isComplete = true
        }
        context.fireChannelRead(data)
    }

    /// Returns the transfer coding of a body that the server can't decode; `nil` if there is none.
    private func unsupportedCoding(of head: HTTPRequestHead) -> String? {
        let fields = head.headers["transfer-encoding"]
        guard !fields.isEmpty, fields != ["chunked"] else { return nil }
        let coding = fields.joined(separator: ", ")
        return coding.lowercased() == "chunked" ? nil : coding
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status.code < 200:
            // HTTP/1.0 has no informational responses.
            guard requests.first?.isOld != true else {
                promise?.succeed()
                return
            }
            context.write(data, promise: promise)
        case .head(let head): context.write(wrapOutboundOut(.head(framed(head))), promise: promise)
        case .body: context.write(data, promise: promise)
        case .end:
            _ = requests.popFirst()
            context.write(data, promise: promise)
            if isLast { close(context) }
        }
    }

    private func framed(_ head: HTTPResponseHead) -> HTTPResponseHead {
        var head = head
        let request = requests.first ?? Request()
        let hasEnd = head.headers.contains(name: "content-length") || request.isHead || !head.status.mayHaveResponseBody
        if !head.status.mayHaveResponseBody { head.headers.remove(name: "content-length") }
        if request.isOld {
            head.version = .http1_0
        } else if !hasEnd {
            head.headers.replaceOrAdd(name: "transfer-encoding", value: "chunked")
        }
        // After a refusal, the server doesn't read the rest of the body.
        let isRefused = head.status.code >= 400 && !request.isComplete
        isLast =
            !request.isKept || isRefused || request.isOld && !hasEnd
            || head.headers[canonicalForm: "connection"].contains { $0.lowercased() == "close" }
        if isLast {
            head.headers.replaceOrAdd(name: "connection", value: "close")
        } else if request.isOld {
            head.headers.replaceOrAdd(name: "connection", value: "keep-alive")
        }
        return head
    }

    /// Closes the sending side now, and the connection once the client has had time to read the response.
    private func close(_ context: ChannelHandlerContext) {
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        context.flush()
        context.close(mode: .output, promise: nil)
        context.eventLoop.scheduleTask(in: Self.patience) { bound.value.close(promise: nil) }
    }
}

extension Problem {
    /// The problem of a body in a transfer coding other than `chunked`, such as gzip.
    fileprivate static func unsupportedCoding(_ coding: String) -> Problem {
        Problem(501, "the transfer coding \(coding.quoted) isn't supported; send the body uncompressed")
    }
}
