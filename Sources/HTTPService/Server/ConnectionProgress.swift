/// What a connection is doing, shared by the handlers of its channel, all on its event loop.
final class ConnectionProgress {
    /// Whether a request has begun to arrive and is not complete, or is awaited on a new connection.
    var isReceiving = true
    /// How much of the request that arrives is here.
    var arrival = Arrival()
    /// The number of requests that are not answered.
    var unanswered = 0
    /// Whether an answer has begun and is not complete.
    var isAnswerBegun = false
    /// Whether events are sent.
    var isEventStream = false
    /// Whether the connection was refused, so that nothing more may be sent on it.
    var isRefused = false

    /// How much of a request is here.
    struct Arrival {
        var hasBegun = false
        /// Whether the header is complete.
        var hasHead = false
        /// The length of the request line, as far as it is here, in bytes.
        var lineLength = 0
        var isLineComplete = false
    }

    /// Whether an answer is awaited by the client.
    var isAnswering: Bool { unanswered > 0 }

    /// Whether the request whose header is arriving may be answered at once, since no other answer is under way.
    var takesRefusal: Bool { arrival.hasBegun && !arrival.hasHead && unanswered == 0 }

    /// Whether the request whose body is arriving awaits its answer.
    var awaitsBody: Bool { arrival.hasHead && unanswered == 1 && !isAnswerBegun }
}
