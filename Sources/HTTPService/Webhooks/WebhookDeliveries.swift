internal import DequeModule
internal import Foundation
internal import Logging
internal import PageFetching
internal import Synchronization
internal import TagService

/// Sends the commits of open spaces to their webhooks.
///
/// Each webhook has one delivery at a time, so that its commits arrive in order. Requests never wait for a delivery:
/// the space is used only to read the next commit and to record the result. A space that is closed in the meantime
/// continues when it's opened again, because the result is recorded in its database.
///
/// The number of concurrent deliveries is limited, and receivers that don't respond would soon use all of them.
/// Therefore a delivery that isn't finished after a second continues in the slow lane, where the next deliveries of its
/// webhook take turns until one succeeds. Half of the deliveries are kept for all other webhooks.
actor WebhookDeliveries {
    /// A webhook of a space.
    private struct Key: Hashable {
        let space: String
        let id: Int64
    }

    /// A delivery in progress.
    private struct Running {
        let task: Task<Void, Never>
        /// Moves the delivery to the slow lane.
        let timer: Task<Void, Never>?
        var isSlow: Bool
        /// Whether the space has had new commits since the delivery began.
        var hasNewCommits = false
    }

    /// The end of a delivery.
    private struct End {
        /// The next step; `nil` if the webhook was removed, its space is closed, or its database can't be used now.
        var next: WebhookStep?
        /// Whether the receiver accepted the commit.
        var isDelivered = false
    }

    /// The maximum number of concurrent deliveries in a process that may open enough files.
    static let limit = 128
    /// How long a delivery may take before it continues in the slow lane.
    private static let patience = Duration.seconds(1)
    /// The maximum number of slow webhooks that are remembered.
    private static let slowLimit = 10_000

    private let spaces: Spaces
    private let sender: WebhookSender
    /// The maximum number of concurrent deliveries.
    private let limit: Int
    /// How long to wait before each retry, in seconds.
    private let delays: [Double]
    private var running: [Key: Running] = [:]
    private var retries: [Key: Task<Void, Never>] = [:]
    /// The webhooks that wait for their turn in the usual and in the slow lane, each at most once.
    private var usual: Deque<Key> = []
    private var slow: Deque<Key> = []
    private var queued: Set<Key> = []
    /// The webhooks whose deliveries wait in the slow lane.
    private var slowKeys: Set<Key> = []
    private var isStopped = false

    init(_ spaces: Spaces, _ settings: ServerSettings) {
        self.spaces = spaces
        sender = settings.webhookSender
        limit = settings.deliveryLimit
        delays = settings.webhookDelays
    }

    /// Delivers commits until the task is cancelled; deliveries that are being sent then are repeated by the next
    /// server.
    func run() async {
        for await name in spaces.newCommits.stream { await deliver(name) }
        isStopped = true
        for task in retries.values { task.cancel() }
        for delivery in running.values { delivery.task.cancel() }
    }

    /// Delivers the new commits of a space.
    private func deliver(_ space: String) async {
        let ids: [Int64]
        do {
            guard let found = try await using(space, { try $0.service.webhooks.ids() }) else { return }
            ids = found
        } catch {
            // The next commit tries again.
            return spaces.logger.warning(
                "can't read the webhooks of a space", metadata: ["space": "\(space)", "error": "\(error)"])
        }
        for (key, delivery) in running where key.space == space && !ids.contains(key.id) { delivery.task.cancel() }
        for id in ids.prefix(TagService.Webhooks.webhookLimit) {
            let key = Key(space: space, id: id)
            if running[key] != nil { running[key]?.hasNewCommits = true } else if retries[key] == nil { enqueue(key) }
        }
        startNext()
    }

    /// Runs work on a space; returns `nil` if it isn't open.
    private nonisolated func using<Result: Sendable>(
        _ name: String, _ work: @Sendable (Space) throws -> Result
    ) async throws -> Result? {
        guard let space = spaces.enterOpen(name) else { return nil }
        defer { space.leave() }
        return try await space.run { try work(space) }
    }

    private func enqueue(_ key: Key) {
        guard queued.insert(key).inserted else { return }
        if slowKeys.contains(key) { slow.append(key) } else { usual.append(key) }
    }

    /// Starts deliveries, as many as the limits allow.
    ///
    /// A quarter of the limit is for starting slow deliveries. Another quarter remains for those that became slow.
    private func startNext() {
        while !isStopped, running.count < limit {
            let slowCount = running.values.count(where: \.isSlow)
            if running.count - slowCount < max(1, limit / 2), let key = usual.popFirst() {
                start(key, isSlow: false)
            } else if slowCount < max(1, limit / 4), let key = slow.popFirst() {
                start(key, isSlow: true)
            } else {
                return
            }
        }
    }

    private func start(_ key: Key, isSlow: Bool) {
        queued.remove(key)
        let timer =
            isSlow
            ? nil
            : Task {
                await Task.pause(for: Self.patience)
                // The delivery may have ended while this task waited for the actor.
                if !Task.isCancelled { self.moveToSlowLane(key) }
            }
        let task = Task { self.finish(key, await self.deliverNext(key)) }
        running[key] = Running(task: task, timer: timer, isSlow: isSlow)
    }

    private func moveToSlowLane(_ key: Key) {
        running[key]?.isSlow = true
        // A forgotten webhook is slow again after a second.
        if slowKeys.count >= Self.slowLimit { slowKeys = [] }
        slowKeys.insert(key)
        startNext()
    }

    private func finish(_ key: Key, _ end: End) {
        let delivery = running.removeValue(forKey: key)
        delivery?.timer?.cancel()
        if end.isDelivered || end.next == nil { slowKeys.remove(key) }
        switch end.next {
        case .wait(let date): retry(key, in: .seconds(max(0.02, date.timeIntervalSinceNow)))
        case .deliver: enqueue(key)
        case .idle, nil: if delivery?.hasNewCommits == true { enqueue(key) }
        }
        startNext()
    }

    private func retry(_ key: Key, in duration: Duration) {
        guard !isStopped else { return }
        retries[key] = Task {
            do { try await Task.sleep(for: duration) } catch { return }
            self.retries[key] = nil
            self.enqueue(key)
            self.startNext()
        }
    }

    /// Delivers the next commit of a webhook.
    @concurrent private nonisolated func deliverNext(_ key: Key) async -> End {
        do {
            let step = try await nextStep(key)
            guard case .deliver(let delivery) = step else { return End(next: step) }
            guard let outcome = await outcome(of: delivery), let space = spaces.enterOpen(key.space) else {
                return End()
            }
            defer { space.leave() }
            _ = try await space.commits.run { [delays] service in
                try service.webhooks.record(outcome, of: delivery, delays: delays)
                return .nothing
            }
            switch outcome {
            case .delivered: return End(next: step, isDelivered: true)
            case .refused: return End(next: step)
            case .failed: return End(next: try await nextStep(key))
            }
        } catch {
            // The database can't be read or written now; the next commit tries again.
            return End()
        }
    }

    private nonisolated func nextStep(_ key: Key) async throws -> WebhookStep? {
        try await using(key.space) { try $0.service.webhooks.nextStep(ofWebhook: key.id) } ?? nil
    }

    /// Sends a delivery; returns `nil` if it was canceled.
    private nonisolated func outcome(of delivery: WebhookDelivery) async -> WebhookOutcome? {
        do {
            let message = WebhookMessage(delivery)
            let status = try await sender.post(message.body, to: delivery.url, fields: message.fields)
            switch status {
            case 200..<300: return .delivered("\(status)")
            case 300..<400: return .failed("\(status): redirects aren't followed")
            default: return .failed("\(status)")
            }
        } catch .canceled { return nil } catch {
            return error.isPermanent ? .refused(error.messageDescription) : .failed(error.messageDescription)
        }
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
    init(_ delivery: WebhookDelivery) {
        let data =
            delivery.commit.map { JSONBytes.encoded(CommitDocument($0)) } ?? JSONBytes.encoded(["id": delivery.number])
        let code = HMAC.code(of: Array(data), key: Array(delivery.secret.utf8))
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
