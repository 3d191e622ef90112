/// The state of a connection, shared by the handlers of its channel on one event loop.
final class ConnectionProgress {
    /// Whether a request is arriving, or the first request of the connection hasn't arrived yet.
    var isReceiving = true
    /// The progress of the request that is arriving.
    var arrival = Arrival()
    /// The number of requests without a complete response.
    var unfinished = 0
    /// Whether a response was started and isn't complete.
    var isResponseBegun = false
    /// Whether a complete response hasn't been passed to the system yet.
    var isSending = false
    /// Whether the server has asked the system for bytes of the client and not got any since.
    var isReading = false
    /// Whether a complete header waits for the connection's turn, so that the server reads nothing.
    var isWaitingForTurn = false
    /// Whether the current response is an event stream.
    var isEventStream = false
    /// Whether the connection was refused, so that nothing else may be sent on it.
    var isRefused = false

    /// The progress of an arriving request.
    struct Arrival {
        var hasBegun = false
        /// Whether the header is complete.
        var hasHead = false
        /// The length of the received part of the request line, in bytes.
        var lineLength = 0
        var isLineComplete = false
        /// The number of bytes of the body that haven't arrived; 0 if the length is unknown.
        var bodyLeft = 0
        /// The number of bytes since the last part of a chunked body, such as those of a chunk extension.
        var framing = 0
    }

    /// Whether the next request must wait, because an earlier one is complete and its response isn't.
    var isBusy: Bool { isSending || unfinished > 0 && !arrival.hasHead }

    /// Whether the client is waiting for a response.
    var isResponding: Bool { unfinished > 0 }

    /// Whether the arriving request can be refused now, because no earlier request needs a response.
    var takesRefusal: Bool { arrival.hasBegun && !arrival.hasHead && unfinished == 0 }

    /// Whether the request whose body is arriving has no response yet.
    var awaitsBody: Bool { arrival.hasHead && unfinished == 1 && !isResponseBegun }
}
