import ArgumentParser
import Foundation
import TagService
import TextMeasurement

/// The command `space move NAME FROM TO`.
///
/// ```
/// $ tagflow space move ann /var/lib/tagflow/spaces /srv/spaces
/// moved space ann to /srv/spaces/ann.sqlite
/// ```
///
/// The space is locked while it's copied, so that no change is lost: a server that shares a folder can't open it
/// meanwhile. The original is deleted after the copy was checked and is on disk.
struct SpaceCommand: TagflowCommand {
    static let group = HelpGroup.servers
    static let configuration = CommandConfiguration(
        commandName: "space", abstract: "Move a space of a server to another folder.",
        discussion: """
            'move NAME FROM TO' moves a space between folders of tagflow-server --spaces, such as a \
            local disk and a file system of many machines. No server may have the space open; a \
            server closes it some time after the last request.

            Example: tagflow space move ann /var/lib/tagflow/spaces /srv/spaces
            """)

    /// The action on spaces.
    enum Action: String, ExpressibleByArgument, CaseIterable { case move }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The action.") var action: Action
    @Argument(help: "The name of the space.") var name: String
    @Argument(help: ArgumentHelp("The folder that contains the space.", valueName: "from")) var source: String
    @Argument(help: ArgumentHelp("The folder to move it to.", valueName: "to")) var target: String

    var onlyReads: Bool { false }

    func validate() throws {
        guard name.wholeMatch(of: /[a-z0-9_-]{1,64}/) != nil else {
            throw ValidationError("the name of a space has 1 to 64 characters from a to z, 0 to 9, '-' and '_'")
        }
    }

    func run(in session: Session) throws {
        let (path, copy) = (file(in: source), file(in: target))
        guard FileManager.default.fileExists(atPath: path) else {
            throw CommandError(
                code: ExitStatus.noInput,
                message: "no space \(name.quoted) in \(source.quoted); check the name and the folder")
        }
        let service = try open(path)
        do {
            try requireHealth(of: service, at: path, "nothing was moved; run 'tagflow doctor'")
            try service.maintenance.backUp(to: copy)
            try check(copy)
        } catch {
            try service.close()
            throw error
        }
        try service.deleteDatabase()
        try session.report(
            MovedSpaceDocument(space: name, file: copy), "moved space \(name) to \(copy)\n", output, global)
    }

    private func file(in folder: String) -> String {
        URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent("\(name).sqlite").path
    }

    /// Opens and locks the database of the space.
    private func open(_ path: String) throws -> TagService {
        do { return try TagService(.file(path: path), concurrency: .exclusive) } catch StoreError.locked {
            throw CommandError(
                code: ExitStatus.tryAgain,
                message: "space \(name.quoted) is in use; stop the server, or wait until it has closed the space")
        }
    }

    /// Throws if the copy can't be opened or is damaged.
    private func check(_ copy: String) throws {
        let service = try open(copy)
        try requireHealth(of: service, at: copy, "the original wasn't changed; check the disk")
        try service.close()
    }

    private func requireHealth(of service: TagService, at path: String, _ remedy: String) throws {
        guard try service.maintenance.diagnose().isHealthy else {
            throw CommandError(
                code: ExitStatus.notOurDatabase, message: "the database \(path.quoted) is damaged; \(remedy)")
        }
    }
}

/// The result of `space move` as JSON.
private struct MovedSpaceDocument: Encodable {
    let space: String
    let file: String
}
