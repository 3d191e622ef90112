internal import Foundation
internal import PageFetching
internal import Synchronization
internal import TagService

/// Sends the commits of open spaces to their webhooks, on separate threads.
///
/// Each webhook has one delivery at a time, so that its commits arrive in order. Requests never wait for a delivery: the space is
/// used only to read the next commit and to record the result. A space that is closed in the meantime continues when it's opened
/// again, because the result is recorded in its database.
actor WebhookDeliveries {
    /// A webhook of a space.
    private struct Key: Hashable {
        let space: String
        let id: Int64
    }

    /// The maximum number of concurrent deliveries, and of those for one space.
    private static let limit = 8
    private static let limitPerSpace = 4
    /// How long a space with more webhooks than that waits before it looks for the others again.
    private static let pause = Duration.milliseconds(200)

    private let spaces: Spaces
    private let sender: WebhookSender
    /// How long to wait before each retry, in seconds.
    private let delays: [Double]
    private let pool = WorkerPool(threads: limit)
    private var running: Set<Key> = []
    /// The running deliveries whose spaces have new commits.
    private var signaled: Set<Key> = []
    private var waiting: [Key: Task<Void, Never>] = [:]

    init(_ spaces: Spaces, _ sender: WebhookSender, delays: [Double]) {
        self.spaces = spaces
        self.sender = sender
        self.delays = delays
    }

    /// Delivers commits until the task is cancelled; deliveries that are being sent then are repeated by the next server.
    func run() async {
        for await name in spaces.newCommits.stream { await deliver(name) }
        for task in waiting.values { task.cancel() }
        waiting = [:]
    }

    /// Delivers the new commits of a space.
    private func deliver(_ space: String) async {
        // The next commit tries again if the database can't be read now.
        let ids = try? await using(space) { try $0.service.webhookIDs() }
        for id in ids ?? [] { start(Key(space: space, id: id)) }
    }

    /// Runs work on a space; returns `nil` if it isn't open.
    private nonisolated func using<Result: Sendable>(
        _ name: String, _ work: @Sendable (Space) throws -> Result
    ) async throws -> Result? {
        guard let space = spaces.enterOpen(name) else { return nil }
        defer { space.leave() }
        return try await space.run { try work(space) }
    }

    private func start(_ key: Key) {
        guard !running.contains(key) else {
            signaled.insert(key)
            return
        }
        waiting.removeValue(forKey: key)?.cancel()
        guard running.count(where: { $0.space == key.space }) < Self.limitPerSpace else { return wait(Self.pause, key) }
        running.insert(key)
        Task { self.finish(key, await self.deliverAll(key)) }
    }

    private func wait(_ duration: Duration, _ key: Key) {
        waiting[key] = Task {
            do { try await Task.sleep(for: duration) } catch { return }
            self.resume(key)
        }
    }

    private func resume(_ key: Key) {
        waiting[key] = nil
        start(key)
    }

    private func finish(_ key: Key, _ end: WebhookStep?) {
        running.remove(key)
        let hasNew = signaled.remove(key) != nil
        switch end {
        case .wait(let date): wait(.seconds(max(0.02, date.timeIntervalSinceNow)), key)
        case .idle where hasNew: start(key)
        case .deliver, .idle, nil: break
        }
    }

    /// Delivers one commit after the other, and returns the next step.
    private nonisolated func deliverAll(_ key: Key) async -> WebhookStep? {
        do {
            while true {
                let step = try await using(key.space) { try $0.service.nextStep(ofWebhook: key.id) }
                guard case .deliver(let delivery)?? = step else { return step ?? nil }
                let outcome = await outcome(of: delivery)
                guard let space = spaces.enterOpen(key.space) else { return nil }
                defer { space.leave() }
                _ = try await space.commits.run { [delays] service in
                    try service.record(outcome, of: delivery, delays: delays)
                    return .nothing
                }
            }
        } catch {
            // The database can't be read or written now; the next commit tries again.
            return nil
        }
    }

    private nonisolated func outcome(of delivery: WebhookDelivery) async -> WebhookOutcome {
        do {
            let message = try WebhookMessage(delivery)
            let status = try await pool.run { [sender] in
                try sender.post(message.body, to: delivery.url, fields: message.fields)
            }
            switch status {
            case 200..<300: return .delivered("\(status)")
            case 300..<400: return .failed("\(status): redirects aren't followed")
            default: return .failed("\(status)")
            }
        } catch let error as PageFetchError {
            return error.isPermanent ? .refused(error.messageDescription) : .failed(error.messageDescription)
        } catch { return .failed("\(error)") }
    }
}

/// The body and the header fields of a delivery.
///
/// ```
/// X-Tagflow-Event: commit
/// X-Tagflow-Signature: sha256=…
///
/// {"at":"2026-11-25T09:01:25Z","id":2,"sets":["trip"],"summary":"add photo","tags":["photo"]}
/// ```
struct WebhookMessage {
    let body: String
    let fields: [String]

    /// Signs a delivery.
    ///
    /// - Throws: `SHA256.Unavailable`.
    init(_ delivery: WebhookDelivery) throws {
        let data =
            delivery.commit.map { JSONBytes.encoded(CommitDocument($0)) } ?? JSONBytes.encoded(["id": delivery.number])
        let code = try HMAC.code(of: Array(data), key: Array(delivery.secret.utf8))
        body = String(decoding: data, as: UTF8.self)
        fields = [
            "Content-Type: application/json", "X-Tagflow-Event: \(delivery.commit == nil ? "reset" : "commit")",
            "X-Tagflow-Delivery: \(delivery.number)",
            "X-Tagflow-Signature: sha256=\(code.map { Self.hexadecimal($0) }.joined())",
            // Otherwise libcurl waits for a receiver to ask for a large body.
            "Expect:",
        ]
    }

    private static func hexadecimal(_ byte: UInt8) -> String {
        let digits = Array("0123456789abcdef")
        return String([digits[Int(byte >> 4)], digits[Int(byte & 15)]])
    }
}
