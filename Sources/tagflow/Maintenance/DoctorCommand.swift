import ArgumentParser
import TagService

/// The command `doctor`.
struct DoctorCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check the database: integrity, counts, sizes, cache.",
        discussion: "Example: tagflow doctor --format json"
    )

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Flag(help: "Forget every measured size.") var clearMeasurements = false

    func run(in session: Session) async throws {
        let service = try session.service(global)
        if clearMeasurements {
            let count = try await service.clearMeasurements()
            try session.remark("forgot \(count) measurements\n", global)
        }
        let report = try await service.diagnose()
        if output.format == .json {
            try session.print(json: report)
        } else {
            try session.print(text(of: report))
        }
        guard report.isHealthy else {
            throw CommandFailure(
                code: ExitStatus.notOurDatabase,
                message:
                    "the database is damaged; restore a backup, or import its export into a new one"
            )
        }
    }

    private func text(of report: DoctorReport) -> String {
        let damages = (report.damages + report.miscounts).map { "damage: \($0)\n" }.joined()
        let rows = report.rows.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value) rows\n" }
            .joined()
        let share = report.cacheHitRate.map { "\(Int(($0 * 100).rounded())) %" } ?? "no labels yet"
        return """
            integrity: \(report.damages.isEmpty ? "ok" : "damaged")
            counts: \(report.miscounts.isEmpty ? "ok" : "wrong")
            \(damages)schema version: \(report.schemaVersion)
            size: \(report.bytes) bytes
            \(rows)measurement cache: \(share)

            """
    }
}
