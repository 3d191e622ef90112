import Foundation
import PageFetching
import Sync
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The action `sync setup TARGET`.
struct SyncSetUpCommand {
    let command: SyncCommand
    let session: Session

    func run() throws {
        let location = Self.location(command.target ?? "")
        let secrets = SyncSecrets(session: session)
        let sync = try session.service(command.global).sync
        let token: String?
        if ServerTarget.isServer(location) {
            token = try secrets.token(file: command.tokenFile)
        } else {
            guard command.tokenFile == nil else {
                throw CommandError(code: ExitStatus.usage, message: "--token-file is only for the URL of a server")
            }
            token = nil
        }
        let target = try ServerTarget.target(at: location, token: token)
        if command.upgrade, let place = try sync.place(), place.target == target.location {
            // There is only one format.
            try session.remark("\(location) has the newest format\n", command.global)
            return
        }
        try sync.requireNotSetUp()
        let setUp = SyncSetUp(
            target: target, token: token, deviceName: command.device ?? TagService.Syncing.hostName(),
            passphrase: try passphrase(target, secrets))
        let isNew = try !SyncStore.exists(at: target)
        var joined = 0
        let report = try sync.setUp(setUp) { numbers in
            try session.print("\(numbers.text)\n")
            joined = numbers.there
            try session.confirm(
                isNew
                    ? "This creates the store, and keeps it equal to this database from now on."
                    : "This joins them, and keeps both sides equal from now on.", needing: command.yes,
                else: "'sync setup' would join \(numbers.text); use --yes to do that")
            return true
        }
        if joined > 0 { try session.remark("joined \(String.counted(joined, "item")) of the store\n", command.global) }
        try command.show(report, session)
        if let error = report.error { throw error }
    }

    /// Returns the passphrase of an existing store, or of the store that will be created.
    private func passphrase(_ target: any SyncTarget, _ secrets: SyncSecrets) throws -> String? {
        guard !command.unencrypted else { return nil }
        if try SyncStore.exists(at: target) { return try secrets.passphrase(file: command.passphraseFile) }
        return try secrets.newPassphrase(
            file: command.passphraseFile, prompt: "New passphrase, which every device will need: ")
    }

    /// Returns the URL, or the absolute path of a folder.
    private static func location(_ text: String) -> String {
        ServerTarget.isServer(text) ? text : URL(fileURLWithPath: text).standardizedFileURL.path
    }
}
