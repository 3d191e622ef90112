/// Sends messages to the web servers that an administrator named, but to no other machine in the server's network.
///
/// A redirect isn't followed, and nothing but the status of the response is used.
package struct WebhookSender: Sendable {
    private let policy: ConnectionPolicy
    private let thread = WebhookThread()

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
    /// All messages of a sender are sent concurrently by one thread, so the caller limits their number. A cancellation
    /// of the task ends a transfer.
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
    ) async throws(PageFetchError) -> Int {
        let url = try PageURL(location, policy: policy)
        let message = Transfer.Message(body: body, fields: fields)
        return try await thread.send(message, to: url, policy, until: .now.advanced(by: timeout))
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
