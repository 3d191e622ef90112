internal import Synchronization

/// The commands that a picker runs with `sh`: one preview at a time, and one reload.
final class PickerCommands: Sendable {
    private let environment: [String: String]
    private let preview = Mutex<PreviewJob?>(nil)
    private let reload = Mutex<PreviewJob?>(nil)

    /// The maximum size of the output of a reload.
    private static let reloadLimit = 64 << 20

    init(environment: [String: String]) { self.environment = environment }

    /// Starts a preview, and stops the one before it.
    ///
    /// - Parameters:
    ///   - command: The command.
    ///   - columns: The width of the preview.
    ///   - rows: The height of the preview.
    /// - Returns: The running command.
    func startPreview(_ command: String, columns: Int, rows: Int) -> PreviewJob {
        var environment = environment
        for prefix in ["", "FZF_PREVIEW_"] {
            environment[prefix + "COLUMNS"] = String(columns)
            environment[prefix + "LINES"] = String(rows)
        }
        let job = PreviewJob(command, environment: environment, limit: PreviewPane.limit)
        Self.replace(preview, with: job)
        return job
    }

    /// Runs a command for its output, and stops the reload before it.
    func output(of command: String) async -> [UInt8] {
        let job = PreviewJob(command, environment: environment, limit: Self.reloadLimit)
        Self.replace(reload, with: job)
        return await job.output(after: .max).bytes
    }

    /// Stops all commands.
    func stop() {
        Self.replace(preview, with: nil)
        Self.replace(reload, with: nil)
    }

    private static func replace(_ current: borrowing Mutex<PreviewJob?>, with job: PreviewJob?) {
        let old = current.withLock { current in
            defer { current = job }
            return current
        }
        old?.stop()
    }
}
