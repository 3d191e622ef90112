import ArgumentParser
import Foundation
import PageFetching
import Sync
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `sync [setup|status|undo|passphrase|leave]`.
///
/// ```
/// $ tagflow sync setup ~/Sync/tags --device laptop
/// 120 items here, 80 in the store, 75 in both
/// Continue? [y/N] y
/// sent 45 changes, received 5 from desktop
/// $ tagflow sync
/// sent 3 changes, received 12 from desktop
/// ```
struct SyncCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Keep the databases of several devices equal.",
        discussion: """
            'setup TARGET' creates or joins a store: a folder that another program keeps equal on all devices, or the URL \
            of a tagflow server. The store is encrypted with a passphrase. Without an action, exchanges changes once; \
            --watch goes on until it is stopped. 'status' shows the devices and problems, 'undo' reverts the changes \
            received last on all devices, 'passphrase' changes the passphrase, and 'leave' stops syncing and deletes \
            nothing.

            Exit codes: 65 the store or a file is damaged, or many items would be deleted (see --yes); 66 no such folder; \
            69 the target can't be reached; 75 another sync is running; 77 wrong passphrase or token.

            Example: tagflow sync setup ~/Sync/tags
            Example: tagflow sync setup https://tags.example --token-file token.txt
            Example: tagflow sync --watch
            """)

    /// The actions other than an exchange.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case setup
        case status
        case undo
        case passphrase
        case leave
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Argument(help: "The action; without one, exchanges changes.") var action: Action?
    @Argument(help: ArgumentHelp("The folder or URL of the store.", valueName: "target")) var target: String?
    @Option(help: ArgumentHelp("The name that other devices show; default: that of the host.", valueName: "name"))
    var device: String?
    @Option(help: ArgumentHelp("A file with the passphrase.", valueName: "file")) var passphraseFile: String?
    @Flag(help: "Don't encrypt a new store, or join one that isn't encrypted.") var unencrypted = false
    @Option(help: ArgumentHelp("A file with the token of a server.", valueName: "file")) var tokenFile: String?
    @Flag(help: "Let this version write its format, so that older versions stop.") var upgrade = false
    @Flag(help: "Exchange within two seconds of a change, and every minute.") var watch = false
    @Flag(name: [.long, .customShort("y")], help: "Go on without asking.") var yes = false

    var onlyReads: Bool { action == .status }
    static let completions: [String: CommandArguments.Value] = ["target": .file, "--device": .text]

    func validate() throws {
        switch action {
        case .setup where target == nil: throw ValidationError("'sync setup' needs a folder or the URL of a server")
        case .setup, nil: break
        case let other?: guard target == nil else { throw ValidationError("'sync \(other)' takes no target") }
        }
        if action != .setup {
            let given = [
                ("--device", device != nil), ("--unencrypted", unencrypted), ("--token-file", tokenFile != nil),
                ("--upgrade", upgrade),
            ]
            if let option = given.first(where: \.1)?.0 { throw ValidationError("\(option) is only for 'sync setup'") }
            guard passphraseFile == nil || action == .passphrase else {
                throw ValidationError("--passphrase-file is only for 'sync setup' and 'sync passphrase'")
            }
        }
        guard !unencrypted || passphraseFile == nil else {
            throw ValidationError("--unencrypted and --passphrase-file can't be combined")
        }
        guard !watch || action == nil else { throw ValidationError("--watch takes no action") }
    }

    func run(in session: Session) throws {
        switch action {
        case nil where watch: try SyncWatching(command: self, session: session).run()
        case nil: try exchange(session)
        case .setup: try SyncSetUpCommand(command: self, session: session).run()
        case .status: try printStatus(session)
        case .undo: try undo(session)
        case .passphrase: try changePassphrase(session)
        case .leave:
            let (target, steps) = try session.service(global).sync.leave()
            let changes = "\(steps == 1 ? "1 change" : "\(steps) changes") from before the last exchange"
            let rest = steps == 0 ? "" : "; \(changes) can't be undone any more"
            try session.remark("stopped syncing with \(target); nothing was deleted\(rest)\n", global)
        }
    }

    // MARK: Exchange

    private func exchange(_ session: Session) throws {
        let sync = try session.service(global).sync
        var report = try sync.exchange(with: place(of: sync), isConfirmed: yes)
        if case .manyDeletions(let count, let all)? = report.error, session.canAsk {
            try session.confirm(
                "This would delete \(count) of \(all) items, which other devices deleted.", needing: false, else: "")
            let sent = report.sent
            report = try sync.exchange(with: place(of: sync), isConfirmed: true)
            report.sent += sent
        }
        try show(report, session)
        if let error = report.error { throw error }
    }

    /// Prints the result of an exchange.
    func show(_ report: SyncReport, _ session: Session) throws {
        for problem in report.problems { try session.complain("\(problem)") }
        try session.remark("\(report.summary)\n", global)
    }

    /// Returns the target of a database.
    func place(of sync: TagService.Syncing) throws -> any SyncTarget {
        guard let place = try sync.place() else { throw SyncError.notSetUp }
        return try ServerTarget.target(at: place.target, token: place.token)
    }

    // MARK: Other actions

    private func printStatus(_ session: Session) throws {
        let sync = try session.service(global).sync
        // A server may take long to respond, or not be reachable.
        let status = try sync.status(at: place(of: sync) as? FolderTarget)
        guard output.format == .text else { return try session.print(json: status) }
        var lines: [PrintableText] = [
            "\(status.device) syncs with \(status.target)\(status.encrypted ? "" : ", unencrypted")",
            "\(String.counted(status.unsent, "change")) to send; last exchange: \(status.lastExchange ?? "never")",
        ]
        for device in status.devices {
            let last = device.lastChange.map { ", the last at \($0)" } ?? ""
            lines.append("\(device.device): \(String.counted(Int(device.changes), "change")) received\(last)")
        }
        lines += status.problems.map { "problem: \($0)" }
        for line in lines { try session.print("\(line)\n") }
    }

    private func undo(_ session: Session) throws {
        let service = try session.service(global)
        guard try service.sync.place() != nil else { throw SyncError.notSetUp }
        try session.confirm(
            "This reverts the changes that were received last, on all devices.", needing: yes,
            else: "'sync undo' would revert the changes that were received last, on all devices; use --yes to do that")
        let step = try service.undoLog.undoReceived()
        let not: PrintableText = step.kept?.isEverything == true ? "not " : ""
        try session.remark("\(not)undone: \(step.summary)\n", global)
        if let kept = step.kept { try session.remark("\(kept.message)\n", global) }
    }

    private func changePassphrase(_ session: Session) throws {
        let sync = try session.service(global).sync
        let target = try place(of: sync)
        let secrets = SyncSecrets(session: session)
        let passphrase = try secrets.newPassphrase(file: passphraseFile, prompt: "New passphrase: ")
        try sync.changePassphrase(to: passphrase, at: target)
        try session.remark("changed the passphrase; the other devices go on without it\n", global)
    }
}
