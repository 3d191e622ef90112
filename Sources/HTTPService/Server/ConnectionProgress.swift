/// What a connection is doing, shared by the handlers of its channel, all on its event loop.
final class ConnectionProgress {
    /// Whether a request has begun to arrive and is not complete, or is awaited on a new connection.
    var isReceiving = true
    /// The number of requests that are not answered.
    var unanswered = 0
    /// Whether events are sent.
    var isEventStream = false

    /// Whether an answer is awaited by the client.
    var isAnswering: Bool { unanswered > 0 }
}
