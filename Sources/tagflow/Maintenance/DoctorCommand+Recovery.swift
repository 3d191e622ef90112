import Foundation
import TagService
import TextMeasurement

/// `doctor --recover FILE`.
extension DoctorCommand {
    /// Brings what can be read of the database into a new one, and tells what was brought and what was not.
    func saveWhatIsLeft(into target: String, in session: Session) throws {
        guard case .file(let path) = session.location(global) else {
            throw CommandFailure(
                code: ExitStatus.usage,
                message: "':memory:' keeps nothing to recover; name a file with --database"
            )
        }
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandFailure(
                code: ExitStatus.noInput,
                message: "there is no database '\(path)'; name another file with --database"
            )
        }
        guard !FileManager.default.fileExists(atPath: target) else {
            throw CommandFailure(
                code: ExitStatus.cannotCreate,
                message: "'\(target)' exists already; name a file that does not"
            )
        }
        guard !OpenDatabases.holds(path) else {
            throw CommandFailure(
                code: ExitStatus.tryAgain,
                message: "the database is in use here; leave with 'quit' and recover from the shell"
            )
        }
        guard let report = try TagService.recover(path, into: target) else {
            throw CommandFailure(
                code: ExitStatus.notOurDatabase,
                message: "nothing of '\(path)' can be read; restore a backup"
            )
        }
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.remark(
                text(of: report) + "saved what can be read in \(target)\n",
                global
            )
        }
    }

    private func text(of report: RecoveryReport) -> PrintableText {
        var lines = report.tables.map { table in
            let lost = table.lost > 0 ? ", \(table.lost) of which nothing could be made" : ""
            let rest = table.isWhole ? "" : ", and some that cannot be reached"
            return "\(table.table): \(table.brought) rows\(lost)\(rest)\n" as PrintableText
        }
        if report.placeholders > 0 {
            lines.append(
                "\(report.placeholders) tags lost their names and are called 'lost tag 1' and so on\n"
            )
        }
        return PrintableText(lines)
    }
}
