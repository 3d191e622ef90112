import Foundation
import PageFetching
import TagService
import TerminalFrontEnd
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// Checking the web addresses of items.
extension ItemsCommand {
    /// Requests the web addresses of items, and records the results as they arrive.
    ///
    /// Ctrl-C keeps the results that were recorded.
    ///
    /// - Throws: `CommandError` with exit code 1 without web addresses, 69 if no host responds, 130 after Ctrl-C.
    func checkLinks(of items: [Item], _ service: TagService, _ session: Session) throws {
        let items = items.filter { $0.location.map(TagService.isWebAddress) ?? false }
        guard !items.isEmpty else {
            throw CommandError(code: ExitStatus.nothingFound, message: "no item that matches has a web address")
        }
        // The next check after an interrupted one begins with the rest.
        let due = items.sorted { ($0.checked?.at ?? .distantPast) < ($1.checked?.at ?? .distantPast) }
        let bar = ProgressBar(title: "check", isShown: isatty(2) == 1 && !global.quiet)
        var check = LinkCheckRecording(service: service)
        let (isWorking, wasInterrupted) = try Interruption.catching(once: true) { isInterrupted in
            defer { bar.end() }
            let isWorking = try session.linkChecker.check(due.map { $0.location ?? "" }, isStopped: isInterrupted) {
                try check.add($1, of: due[$0])
                bar.show(Double(check.count) / Double(items.count), "\(check.count) of \(items.count)")
            }
            try check.write()
            return (isWorking, isInterrupted())
        }
        for note in check.notes { try session.note(note, global) }
        guard isWorking else {
            throw CommandError(
                code: ExitStatus.notAvailable,
                message: "no host responded, so nothing was recorded; check the network connection")
        }
        try report(check, on: items, service, session)
        guard !wasInterrupted else {
            let left = items.count - check.count
            throw CommandError(
                code: ExitStatus.interrupted,
                message: "interrupted; \(String.counted(left, "item")) left, and the other results were recorded")
        }
    }

    /// Prints the summary and, in a format for programs, the items with their checks.
    private func report(_ check: LinkCheckRecording, on items: [Item], _ service: TagService, _ session: Session) throws
    {
        guard let format, format != .text else {
            try session.remark("\(check.summary)\n", global)
            guard check.counts[.moved] != nil || check.counts[.dead] != nil, session.notesAreRead else { return }
            return try session.note(
                "'items dead' and 'items moved' list these items; 'edit-item ID --follow' takes a new address", global)
        }
        try session.note(check.summary, global)
        let checked = try items.compactMap { item in
            // An item may have been deleted during the check.
            do { return try service.items.item(item.id) } catch TagServiceError.unknownItem { return nil }
        }
        try write(ItemQuery.Page(checked), to: session)
    }
}

/// The results of a check, which are written in batches.
private struct LinkCheckRecording {
    /// How a result counts in the summary, in its order.
    enum Outcome: String, CaseIterable {
        case fine, moved, dead
        case unresponsive = "without a response"
        case other = "with another status"
        case unchecked = "not checked"
        case refused = "not requested"
    }

    private let service: TagService
    private var pending: [LinkResponse] = []
    private var lastWrite = ContinuousClock.now
    /// The number of results of each kind.
    private(set) var counts: [Outcome: Int] = [:]
    /// The reasons for results that aren't recorded, with their numbers.
    private var reasons: [PrintableText: Int] = [:]
    private static let batchSize = 100
    private static let batchTime = Duration.seconds(1)
    private static let noteLimit = 5

    init(service: TagService) { self.service = service }

    /// The number of all results.
    var count: Int { counts.values.reduce(0, +) + pending.count }

    /// The summary, such as `checked 312: 290 fine, 12 moved, 8 dead, 2 not requested`.
    var summary: PrintableText {
        let parts = Outcome.allCases.compactMap { outcome in counts[outcome].map { "\($0) \(outcome.rawValue)" } }
        return "checked \(count)\(parts.isEmpty ? "" : ": ")\(parts.joined(separator: ", "))"
    }

    /// The most frequent reasons for results that aren't recorded, one line each.
    var notes: [PrintableText] {
        let sorted = reasons.sorted { ($1.value, $0.key.text) < ($0.value, $1.key.text) }
        let others = sorted.dropFirst(Self.noteLimit).reduce(0) { $0 + $1.value }
        return sorted.prefix(Self.noteLimit).map { "\($0.key) (\(String.counted($0.value, "item")))" }
            + (others > 0 ? ["… and \(String.counted(others, "other item"))"] : [])
    }

    mutating func add(_ result: LinkResult, of item: Item) throws {
        let location = item.location ?? ""
        switch result {
        case .response(let status, let target):
            pending.append(LinkResponse(itemID: item.id, requested: location, status: status, location: target))
        case .noResponse: pending.append(LinkResponse(itemID: item.id, requested: location, status: 0))
        case .refused(let error): note(.refused, "not requested: \(error.refusalReason)")
        case .postponed(let host): note(.unchecked, "not checked: \(host.quoted) asks to try again later")
        case .untrusted(.untrustedCertificate(let host, _)):
            note(.unchecked, "not checked: \(host.quoted) has no valid certificate")
        case .untrusted(let error): note(.unchecked, "not checked: \(error.description)")
        }
        if pending.count >= Self.batchSize || ContinuousClock.now - lastWrite >= Self.batchTime { try write() }
    }

    private mutating func note(_ outcome: Outcome, _ reason: PrintableText) {
        counts[outcome, default: 0] += 1
        reasons[reason, default: 0] += 1
    }

    /// Writes the results that aren't written yet.
    mutating func write() throws {
        lastWrite = .now
        guard !pending.isEmpty else { return }
        let recorded = try service.items.record(pending)
        pending = []
        for status in recorded { counts[Self.outcome(of: status), default: 0] += 1 }
    }

    private static func outcome(of link: LinkStatus?) -> Outcome {
        // An item that was changed during the check has no result.
        guard let link else { return .unchecked }
        if link.isDead { return .dead }
        if link.isMoved { return .moved }
        return link.status == 0 ? .unresponsive : link.status < 300 ? .fine : .other
    }
}
