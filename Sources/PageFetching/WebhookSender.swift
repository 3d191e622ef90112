internal import CCurl

/// Sends messages to the web servers that an administrator named, but to no other machine in the server's network.
///
/// A redirect isn't followed, and nothing but the status of the response is used.
package struct WebhookSender: Sendable {
    private let policy: ConnectionPolicy

    /// Creates a sender.
    ///
    /// - Parameter allowsPrivate: Whether messages may go to addresses and ports that aren't public.
    package init(allowsPrivate: Bool = false) {
        policy = allowsPrivate ? ConnectionPolicy(refusal: { _ in nil }, allowsPort: { _ in true }) : .publicAddresses
    }

    /// Creates a sender with other rules, for tests.
    init(policy: ConnectionPolicy) { self.policy = policy }

    /// Posts a message and waits for the header of the response.
    ///
    /// It blocks for up to the timeout, so call it on a thread for blocking work. In a task, a cancellation ends it within about a
    /// second.
    ///
    /// - Parameters:
    ///   - body: The message, without NUL.
    ///   - location: An http or https URL.
    ///   - fields: The header fields, each as a line without a line break.
    ///   - timeout: When to give up.
    /// - Throws: The reason why there is no response.
    /// - Returns: The status of the response.
    package func post(
        _ body: String, to location: String, fields: [String], timeout: Duration = .seconds(10)
    ) throws(PageFetchError) -> Int {
        let transfer = Transfer(
            try PageURL(location, policy: policy), policy: policy, limits: FetchLimits(),
            deadline: .now.advanced(by: timeout))
        transfer.message = Transfer.Message(body: body, fields: fields)
        return try transfer.send()
    }
}

extension PageFetchError {
    /// Whether another attempt to send a message can't succeed.
    package var isPermanent: Bool {
        switch self {
        case .invalidLocation, .unsupportedScheme, .containsCredentials, .refusedPort, .refusedAddress: true
        default: false
        }
    }

    /// The reason why a message wasn't sent, in one line.
    package var messageDescription: String {
        switch self {
        case .refusedAddress(_, let kind):
            "refused: the host has \(kind.addressPhrase); start the server with --allow-private to allow that"
        case .refusedPort(let port):
            "refused: port \(port) isn't that of a web server; start the server with --allow-private to allow it"
        case .unreachable(_, let reason): "no response: \(reason)"
        case .timedOut: "no response in time"
        case .untrustedCertificate(_, let reason): "invalid certificate: \(reason)"
        default: description
        }
    }
}
