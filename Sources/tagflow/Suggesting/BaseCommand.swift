import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `base build|pack|use|show`.
struct BaseCommand: TagflowCommand {
    static let configuration = CommandConfiguration(
        commandName: "base",
        abstract: "Let suggestions stand on what many people saved.",
        discussion: """
            A base is a read-only file with what many people saved: which tags go together, and a sample of their saved \
            selections, without labels, times and sets. 'build' makes one from databases and files that 'import' reads; without a file, \
            from the database. 'pack' makes one of the folder that Scale/learning/learn.py writes for logs of any size. 'use' remembers one for the database, and 'use none' none; 'show' says which. A base that is gone or has changed \
            since is left out, and told.

            Each save compares the base with what was saved before, and suggestions follow what did better. Tags that \
            only the base has are marked as new, and are made when they are chosen.

            Example: tagflow base build alice.sqlite bob.ndjson -o team.base
            Example: tagflow base pack learnt -o team.base
            Example: tagflow base use team.base
            """
    )

    /// What is done with a base.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case build
        case pack
        case use
        case show
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "What to do.") var action: Action
    @Argument(
        help: ArgumentHelp(
            "Databases and files to build from; the folder to pack; or the base to use, or 'none'.",
            valueName: "file"
        )
    )
    var files: [String] = []
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The base to build; one that is there is replaced.", valueName: "file")
    )
    var target: String?
    @Option(
        help: ArgumentHelp("How many pairs of each tag to keep.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var pairs = 50
    @Option(
        help: ArgumentHelp("How many saved selections to keep.", valueName: "n"),
        transform: NumberRange.limit.number(in:)
    )
    var selections = 25_000
    @Option(help: ArgumentHelp("What the sample follows from.", valueName: "n")) var seed: UInt64 =
        1

    func validate() throws {
        switch action {
        case .build:
            guard target != nil else { throw ValidationError("'base build' needs -o FILE") }
        case .pack:
            guard target != nil, files.count == 1 else {
                throw ValidationError("'base pack' needs one folder and -o FILE")
            }
        case .use:
            guard files.count == 1 else {
                throw ValidationError("'base use' needs one base, or 'none'")
            }
        case .show:
            guard files.isEmpty else { throw ValidationError("'base show' takes nothing more") }
        }
        guard action == .build || action == .pack || target == nil else {
            throw ValidationError("-o is for 'base build' and 'base pack'")
        }
    }

    func run(in session: Session) async throws {
        switch action {
        case .build: try await build(in: session)
        case .pack: try await pack(files.first ?? "", in: session)
        case .use: try await use(files.first ?? "none", in: session)
        case .show: try await show(in: session)
        }
    }

    private func build(in session: Session) async throws {
        let sources = try sources(in: session)
        let path = target ?? ""
        try tell(try TagService.buildBase(at: path, from: sources, options: options), session)
    }

    private func pack(_ folder: String, in session: Session) async throws {
        let files = try LearntFolderFiles(folder).files
        let path = target ?? ""
        try tell(try TagService.packBase(at: path, from: files, options: options), session)
    }

    private var options: BaseOptions {
        var options = BaseOptions()
        (options.pairs, options.selections, options.seed) = (pairs, selections, seed)
        return options
    }

    private func tell(_ report: BaseReport, _ session: Session) throws {
        try session.report(
            report,
            "built \(target ?? "") from \(report.savedSelections) saved selections with \(report.tags) tags\n",
            output,
            global
        )
    }

    private func sources(in session: Session) throws -> [BaseSource] {
        guard !files.isEmpty else {
            return [.database(path: session.location(global).path)]
        }
        return try files.map { file in
            if file != "-", TagService.isDatabase(atPath: file) { return .database(path: file) }
            let input = try InputFile.open(file)
            let options = ImportOptions(
                format: try format(of: input, file),
                source: file == "-" ? "standard input" : file
            )
            return .file(options, pieces: input.piece)
        }
    }

    /// The format of a file that a base is built from.
    private func format(of input: InputFile, _ file: String) throws -> ImportFormat {
        switch try ImportChoice(of: input, file) {
        case .own(let format): return format
        case .things:
            throw CommandFailure(
                code: ExitStatus.badData,
                message:
                    "\(input.name) is another program's file; import it into a database, and build from that"
            )
        }
    }

    private func use(_ file: String, in session: Session) async throws {
        let service = try session.service(global)
        let path = file == "none" ? nil : URL(fileURLWithPath: file).path
        guard let base = try service.chooseBase(path: path) else {
            return try session.report(["base": String?.none], "no base is used\n", output, global)
        }
        try session.report(
            BaseDocument(base),
            "suggestions use \(base.path) (\(base.savedSelectionCount) saved selections)\n",
            output,
            global
        )
    }

    private func show(in session: Session) async throws {
        let service = try session.service(global)
        let base = try service.base()
        guard output.format == .text else {
            return try session.print(json: base.map(BaseDocument.init))
        }
        guard let base else { return try session.remark("no base is used\n", global) }
        try session.print(
            "\(base.path)\t\(base.savedSelectionCount) saved selections\t\(base.hash)\n"
        )
        let lessons = try service.learntNumbers().lessons
        try session.remark("\(lessons) own saves were compared with suggestions\n", global)
    }
}

/// A base as JSON.
struct BaseDocument: Encodable {
    let base: String
    let savedSelections: Int
    let hash: String

    init(_ base: Base) {
        self.base = base.path
        savedSelections = base.savedSelectionCount
        hash = base.hash
    }
}
