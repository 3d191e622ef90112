import Connections
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// Adding, pulling and pushing.
extension ConnectCommand {
    func add(with service: TagService, _ session: Session) throws {
        guard let kind = ConnectionKind(rawValue: subject ?? ""), let file = tokenFile, let url else { return }
        try session.requireFile(file)
        let bytes = try StandardInput.bytes(ofSmallFile: file)
        let token = String(decoding: bytes, as: UTF8.self).trimmingCharacters(in: .whitespacesAndNewlines)
        guard !token.isEmpty else {
            throw CommandError(code: ExitStatus.badData, message: "\(file.quoted) has no token; write it into the file")
        }
        try catchingInterruption { isStopped in
            let exchange = try exchange(service, session, title: "pull", isStopped: isStopped)
            let name = name ?? kind.rawValue
            let added = try exchange.add(name, kind, at: url, token: token, takesOver: move)
            do {
                let counts = try exchange.pull(added.name)
                let connection = try service.connections.connection(named: added.name)
                let deleted = counts.deleted == 0 ? "" : ", \(counts.deleted) deleted here, too"
                try session.report(
                    ConnectionDocument(connection),
                    "connected \(added.name): \(String.counted(connection.items, "item")) in the set \((added.set ?? "").quoted)\(deleted)\n",
                    output, global)
            } catch var error as RemoteError {
                error.message += "; 'connect pull \(added.name)' continues"
                throw error
            }
        }
    }

    func pull(_ connection: Connection, _ service: TagService, _ session: Session) throws {
        try catchingInterruption { isStopped in
            let counts = try exchange(service, session, title: "pull", isStopped: isStopped).pull(connection.name)
            try session.report(
                PullDocument(connection, counts), "\(connection.name): \(Self.text(of: counts))\n", output, global)
        }
    }

    func push(_ connection: Connection, _ service: TagService, _ session: Session) throws {
        try catchingInterruption { isStopped in
            let exchange = try exchange(service, session, title: "push", isStopped: isStopped)
            let query = matching.map { ItemQuery($0) }
            let report = try exchange.push(connection.name, matching: query, prunes: prune)
            try session.report(
                PushDocument(connection, report), "\(connection.name): \(Self.text(of: report))\n", output, global)
            try note(report, session)
            if let failed = report.failed.first { throw failed.error }
        }
    }

    /// Prints the changes that a push would make.
    func printPlan(_ service: TagService, _ session: Session) throws {
        let exchange = try exchange(service, session)
        var documents: [PlanDocument] = []
        var others = 0
        try forEachConnection(service, session) { connection in
            let (changes, count) = try exchange.plan(connection.name, matching: matching.map { ItemQuery($0) })
            documents += changes.map(PlanDocument.init)
            others += count
        }
        guard output.format == .text else { return try session.print(json: documents) }
        for document in documents {
            let names = document.add.map { "+\($0)" } + document.remove.map { "-\($0)" }
            try session.print("\(document.item): \(names.joined(separator: " "))\n")
        }
        if documents.isEmpty { try session.remark("nothing to push\n", global) }
        if others > 0 { try session.note("\(String.counted(others, "item")) without a counterpart there", global) }
    }

    func watch(_ service: TagService, _ session: Session) throws {
        try catchingInterruption { isStopped in
            let exchange = try exchange(service, session, isStopped: isStopped)
            while true {
                try forEachConnection(service, session) { connection in
                    do {
                        let report = try exchange.watchOnce(connection.name, accepting: accept?.value, marking: mark)
                        try printRound(of: connection, report, session)
                    } catch let error as RemoteError where error.kind != .stopped && !once {
                        // The program may be back, or the error be repaired, at the next round.
                        try session.note("\(error.message)", global)
                    }
                }
                try session.output.flush()
                if once { return }
                let end = ContinuousClock.now.advanced(by: .seconds(every?.seconds ?? 60))
                while ContinuousClock.now < end {
                    if isStopped() { throw CommandError(code: ExitStatus.interrupted, message: nil) }
                    Thread.sleep(forTimeInterval: 0.2)
                }
            }
        }
    }

    private func printRound(of connection: Connection, _ report: WatchReport, _ session: Session) throws {
        let counts = report.pulled
        let hasChanges = counts.new + counts.changed + counts.deleted + report.pushed.pushed > 0
        if output.format == .json {
            try session.print(json: WatchDocument(connection, report))
        } else if hasChanges || once {
            let tagged = report.suggested > 0 ? "tagged \(report.suggested), " : ""
            try session.remark(
                "\(connection.name): \(Self.text(of: counts)), \(tagged)\(Self.text(of: report.pushed))\n", global)
        }
        try note(report.pushed, session)
        if once, let failed = report.pushed.failed.first { throw failed.error }
    }

    /// Runs work that Ctrl-C ends after the current requests.
    private func catchingInterruption(_ work: (_ isStopped: @escaping @Sendable () -> Bool) throws -> Void) throws {
        try Interruption.catching(once: true) { _ in
            do { try work { Interruption.isRequested } } catch let error as RemoteError where error.kind == .stopped {
                throw CommandError(code: ExitStatus.interrupted, message: error.message)
            }
        }
    }

    private static func text(of counts: PullCounts) -> String {
        let parts = [(counts.new, "new"), (counts.changed, "changed"), (counts.deleted, "deleted")].filter { $0.0 > 0 }
            .map { "\($0.0) \($0.1)" }
        let pulled = "pulled \(parts.isEmpty ? "no changes" : parts.joined(separator: ", "))"
        guard counts.displaced > 0 else { return pulled }
        return "\(pulled), \(String.counted(counts.displaced, "tag")) replaced by others of their groups"
    }

    private static func text(of report: PushReport) -> String {
        guard report.pushed > 0 else { return "nothing to push" }
        let tags = "\(String.counted(report.added, "tag")) added, \(report.removed) removed"
        let pruned = report.pruned.isEmpty ? "" : ", \(report.pruned.count) unused deleted"
        return "pushed \(String.counted(report.pushed, "item")): \(tags)\(pruned)"
    }

    /// Reports the items that weren't changed there.
    private func note(_ report: PushReport, _ session: Session) throws {
        guard output.format == .text else { return }
        if report.withoutCounterpart > 0 {
            try session.note("\(String.counted(report.withoutCounterpart, "item")) without a counterpart there", global)
        }
        for item in report.forbidden { try session.note("can't be changed there: \(item.title)", global) }
        for item in report.failed { try session.note("\(item.title): \(item.error.message)", global) }
        for tag in report.impossibleTags.sorted() {
            try session.note("\(tag.quoted) is too long for a tag there; rename it", global)
        }
    }
}

/// The result of a pull as JSON.
private struct PullDocument: Encodable {
    let name: String
    let new, changed, deleted, displaced: Int

    init(_ connection: Connection, _ counts: PullCounts) {
        name = connection.name
        (new, changed, deleted, displaced) = (counts.new, counts.changed, counts.deleted, counts.displaced)
    }
}

/// The result of a push as JSON.
private struct PushDocument: Encodable {
    let name: String
    let pushed, added, removed, withoutCounterpart: Int
    let forbidden, failed, pruned: [String]

    init(_ connection: Connection, _ report: PushReport) {
        name = connection.name
        (pushed, added, removed) = (report.pushed, report.added, report.removed)
        withoutCounterpart = report.withoutCounterpart
        forbidden = report.forbidden.map(\.title)
        failed = report.failed.map(\.title)
        pruned = report.pruned
    }
}

/// The result of a round of a watch as JSON.
private struct WatchDocument: Encodable {
    let pull: PullDocument
    let push: PushDocument
    let tagged: Int

    init(_ connection: Connection, _ report: WatchReport) {
        pull = PullDocument(connection, report.pulled)
        push = PushDocument(connection, report.pushed)
        tagged = report.suggested
    }
}

/// A change that a push would make, as JSON.
private struct PlanDocument: Encodable {
    /// The title of the item.
    let item: String
    /// The id of the item.
    let id: Int64
    /// The names of tags there.
    let add, remove: [String]

    init(_ plan: PlannedPush) {
        (item, id) = (plan.item.title, plan.item.id)
        (add, remove) = (plan.added, plan.removed)
    }
}
