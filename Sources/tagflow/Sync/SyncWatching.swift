import Foundation
import Sync
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `sync --watch`.
///
/// Problems are reported once, and end nothing: a disk may be connected again, and a server may respond again.
struct SyncWatching {
    let command: SyncCommand
    let session: Session

    func run() throws {
        guard session.repl == nil else {
            throw CommandError(code: ExitStatus.usage, message: "the REPL can't watch; run 'tagflow sync --watch' in a shell")
        }
        let service = try session.pooledService(command.global)
        guard try service.sync.place() != nil else { throw SyncError.notSetUp }
        var watch = SyncWatch(service)
        var last = ""
        while true {
            if let problem = try exchange(&watch, service) {
                if problem != last, !problem.isEmpty { try session.complain("\(problem)") }
                last = problem
            }
            Thread.sleep(forTimeInterval: SyncWatch.interval / .seconds(1))
        }
    }

    /// Exchanges if something has changed; returns the problems, which may be empty, or `nil` without an exchange.
    private func exchange(_ watch: inout SyncWatch, _ service: TagService) throws -> String? {
        let report: SyncReport?
        do { report = try watch.exchangeIfNeeded(with: command.place(of: service.sync)) } catch SyncError.notSetUp {
            throw SyncError.notSetUp
        } catch let error as StreamError { throw error } catch {
            return ExitStatus(error).message ?? "\(error)"
        }
        guard let report else { return nil }
        if report.sent > 0 || !report.received.isEmpty {
            try session.remark("\(report.summary)\n", command.global)
            try session.output.flush()
        }
        return (report.problems + [report.error?.description].compactMap(\.self)).joined(separator: "; ")
    }
}
