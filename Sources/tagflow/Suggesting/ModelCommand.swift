import ArgumentParser
import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `model build|pack|use|show`.
///
/// ```
/// $ tagflow model build -o team.model
/// built team.model from 4 items with 7 tags
/// $ tagflow model use none
/// no shared model in use
/// ```
struct ModelCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "model", abstract: "Build, choose or show a shared model for suggestions.",
        discussion: """
            A model is a read-only file with statistics of many people's items: which tags go \
            together, and a sample of items with their tags and those of their words that other \
            items have too, without locations, times and sets. 'build' creates one from databases \
            and files that 'import' reads, or from this database. 'pack' creates one from the \
            folder written by Scale/learning/learn.py. 'use' chooses a model for the database, \
            'use none' none, and 'show' prints it. A missing or changed model is reported and \
            ignored.

            tagflow compares the model with your items on every save, and trusts whichever \
            predicted better. Tags that only the model has are marked as new and are created when \
            you choose them.

            Example: tagflow model build alice.sqlite bob.ndjson -o team.model
            Example: tagflow model pack learned -o team.model
            Example: tagflow model use team.model
            """)

    /// The action on a model.
    enum Action: String, ExpressibleByArgument, CaseIterable {
        case build
        case pack
        case use
        case show
    }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    @Argument(help: "The action.") var action: Action
    @Argument(
        help: ArgumentHelp(
            "The databases and files to build from, the folder to pack, or the model to use ('none' for none).",
            valueName: "file")) var files: [String] = []
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("The model to write; an existing file is replaced.", valueName: "file")) var target: String?
    @Option(
        help: ArgumentHelp("The number of pairs to keep per tag.", valueName: "n"),
        transform: NumberRange.limit.number(in:)) var pairs = 50
    @Option(
        help: ArgumentHelp("The number of items to keep.", valueName: "n"), transform: NumberRange.limit.number(in:))
    var items = 25_000
    @Option(help: ArgumentHelp("The seed of the sample.", valueName: "n")) var seed: UInt64 = 1

    var onlyReads: Bool { action == .show }

    func validate() throws {
        switch action {
        case .build: guard target != nil else { throw ValidationError("'model build' needs -o FILE") }
        case .pack:
            guard target != nil, files.count == 1 else {
                throw ValidationError("'model pack' needs one folder and -o FILE")
            }
        case .use: guard files.count == 1 else { throw ValidationError("'model use' needs a model, or 'none'") }
        case .show: guard files.isEmpty else { throw ValidationError("'model show' takes no arguments") }
        }
        guard action == .build || action == .pack || target == nil else {
            throw ValidationError("-o is only for 'model build' and 'model pack'")
        }
    }

    func run(in session: Session) throws {
        switch action {
        case .build: try build(in: session)
        case .pack: try pack(files.first ?? "", in: session)
        case .use: try use(files.first ?? "none", in: session)
        case .show: try show(in: session)
        }
    }

    private func build(in session: Session) throws {
        let sources = try sources(in: session)
        let path = target ?? ""
        try printReport(try TagService.Suggestions.buildModel(at: path, from: sources, options: options), session)
    }

    private func pack(_ folder: String, in session: Session) throws {
        let files = try LearnedFolderFiles(folder).files
        let path = target ?? ""
        try printReport(try TagService.Suggestions.packModel(at: path, from: files, options: options), session)
    }

    private var options: ModelOptions {
        var options = ModelOptions()
        (options.pairs, options.items, options.seed) = (pairs, items, seed)
        return options
    }

    private func printReport(_ report: ModelReport, _ session: Session) throws {
        try session.report(
            report,
            "built \(target ?? "") from \(String.counted(report.items, "item")) with \(String.counted(report.tags, "tag"))\n",
            output, global)
    }

    private func sources(in session: Session) throws -> [ModelSource] {
        guard !files.isEmpty else {
            let location = session.location(global)
            guard !location.isMissing else {
                throw CommandError(
                    code: ExitStatus.noInput,
                    message: "no database at \(location.path.quoted); name the files to build from")
            }
            return [.database(path: location.path)]
        }
        return try files.map { file in
            if file != "-", TagService.Maintenance.isDatabase(atPath: file) { return .database(path: file) }
            let input = try InputFile.open(file)
            let options = ImportOptions(
                format: try format(of: input, file), name: file == "-" ? "standard input" : file)
            return .file(options, pieces: input.piece)
        }
    }

    /// Returns the format of a file to build a model from.
    private func format(of input: InputFile, _ file: String) throws -> ImportFormat {
        switch try ImportChoice(of: input, file) {
        case .own(let format): return format
        case .items:
            throw CommandError(
                code: ExitStatus.badData,
                message: "\(input.name) is another program's file; import it into a database and build from that")
        }
    }

    private func use(_ file: String, in session: Session) throws {
        let service = try session.service(global)
        let path = file == "none" ? nil : URL(fileURLWithPath: file).path
        guard let model = try service.suggestions.chooseModel(path: path) else {
            return try session.report(["model": String?.none], "no shared model in use\n", output, global)
        }
        try session.report(
            ModelDocument(model), "suggestions use \(model.path) (\(String.counted(model.itemCount, "item")))\n",
            output, global)
    }

    private func show(in session: Session) throws {
        let service = try session.service(global)
        let model = try service.suggestions.model()
        guard output.format == .text else { return try session.print(json: model.map(ModelDocument.init)) }
        guard let model else { return try session.remark("no shared model in use\n", global) }
        try session.print("\(model.path)\t\(String.counted(model.itemCount, "item"))\t\(model.hash)\n")
        let samples = try service.suggestions.learnedNumbers().samples
        let compared = samples == 1 ? "1 item was" : "\(samples) items were"
        try session.remark("\(compared) compared with suggestions\n", global)
    }
}

/// A model as JSON.
private struct ModelDocument: Encodable {
    let model: String
    let items: Int
    let hash: String

    init(_ model: SharedModel) {
        self.model = model.path
        items = model.itemCount
        hash = model.hash
    }
}
