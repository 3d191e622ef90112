/// The state of a connection, shared by the handlers of its channel on its event loop.
final class ConnectionProgress {
    /// Whether a request has begun to arrive and is not complete, or is awaited on a new connection.
    var isReceiving = true
    /// How much of the request that arrives is here.
    var arrival = Arrival()
    /// The number of requests that are not responded.
    var unfinished = 0
    /// Whether an response has begun and is not complete.
    var isResponseBegun = false
    /// Whether events are sent.
    var isEventStream = false
    /// Whether the connection was refused, so that nothing more may be sent on it.
    var isRefused = false

    /// How much of a request is here.
    struct Arrival {
        var hasBegun = false
        /// Whether the header is complete.
        var hasHead = false
        /// The length of the received part of the request line, in bytes.
        var lineLength = 0
        var isLineComplete = false
    }

    /// Whether an response is awaited by the client.
    var isResponding: Bool { unfinished > 0 }

    /// Whether the arriving request may be responded to immediately, because no other response is in progress.
    var takesRefusal: Bool { arrival.hasBegun && !arrival.hasHead && unfinished == 0 }

    /// Whether the request whose body is arriving awaits its response.
    var awaitsBody: Bool { arrival.hasHead && unfinished == 1 && !isResponseBegun }
}
