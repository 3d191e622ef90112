import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `toggle TAG…`.
///
/// ```
/// $ tagflow new trip sea map photo
/// ( sea ) ( map ) ( photo )
/// $ tagflow toggle sea photo
/// (✓sea ) ( map ) (✓photo )
/// ```
struct ToggleCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "toggle", abstract: "Turn tags of a set on or off.",
        discussion: """
            Example: tagflow toggle reading running
            Example: tagflow toggle --number 1
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var chips: ChipNumberOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .memberTag]

    func validate() throws { try chips.require(tags) }

    func run(in session: Session) throws {
        try session.requireNoWebAddress(tags)
        try session.changeSelection(tags, chips, global, output) { try $0.toggle($1, in: $2) }
    }
}

/// The command `select [--implied] TAG…`.
///
/// ```
/// $ tagflow imply beagle dog
/// beagle implies dog
/// $ tagflow select --implied beagle
/// (✓beagle ) (✓dog )
/// ```
struct SelectCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "select", abstract: "Turn tags of a set on.",
        discussion: """
            --implied also turns on the tags that these tags imply, and adds them to the set; \
            'imply' creates implications.

            Example: tagflow select reading running
            Example: tagflow select --implied beagle
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var chips: ChipNumberOptions
    @Flag(help: "Also turn on the tags that they imply.") var implied = false

    @Argument(help: ArgumentHelp("The tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .memberTag]

    func validate() throws { try chips.require(tags) }

    func run(in session: Session) throws {
        try session.requireNoWebAddress(tags)
        try session.changeSelection(tags, chips, global, output) {
            try $0.select($1, in: $2, implied: implied ? .all : .none)
        }
    }
}

/// The command `deselect TAG…`.
struct DeselectCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "deselect", abstract: "Turn tags of a set off.",
        discussion: "Example: tagflow deselect reading running")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var chips: ChipNumberOptions

    @Argument(help: ArgumentHelp("The tags; '-' reads one tag per line.", valueName: "tag")) var tags: [String] = []

    var onlyReads: Bool { false }
    static var words: WritableKeyPath<Self, [String]>? { \.tags }
    static let completions: [String: CommandArguments.Value] = ["tag": .memberTag]

    func validate() throws { try chips.require(tags) }

    func run(in session: Session) throws {
        try session.changeSelection(tags, chips, global, output) { try $0.deselect($1, in: $2) }
    }
}

/// The command `clear`.
struct ClearCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: "Turn every tag of a set off.",
        discussion: "Example: tagflow clear --set habits")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions

    var onlyReads: Bool { false }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let change = try service.selection.clear(in: session.set(global))
        try session.confirm(change, from: service, output, global)
    }
}

extension Session {
    /// Throws if a word is a URL, because it is probably meant as an item.
    func requireNoWebAddress(_ words: [String]) throws {
        if let address = words.first(where: TagService.isWebAddress) { throw WebAddressError(address) }
    }

    /// Changes the selection and prints the board; runs `toggle`, `select` and `deselect`.
    func changeSelection(
        _ tags: [String], _ chips: ChipNumberOptions, _ global: GlobalOptions, _ output: FormatOptions,
        _ change: (TagService.Selection, [String], SetReference) throws -> TagChange
    ) throws {
        let service = try service(global)
        do {
            let change = try change(service.selection, try self.tags(tags, chips, global), set(global))
            try confirm(change, from: service, output, global)
        } catch TagServiceError.unknownTag(let name, _, canBeMade: true) where repl == nil && Int(name) != nil {
            // In the REPL a number is a chip's; here it is a name.
            throw CommandError(
                code: ExitStatus.badData,
                message:
                    "unknown tag \(name.quoted); use '--number \(name)' for the chip with that number, or 'add \(name)' to create the tag"
            )
        }
    }
}
