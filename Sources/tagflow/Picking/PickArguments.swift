import ArgumentParser

/// The options of `pick`, on the command line or in `TAGFLOW_PICK_OPTIONS`.
///
/// ```
/// $ tagflow pick --limit 3 --given sea --given map
/// $ TAGFLOW_PICK_OPTIONS='--limit 3 --given sea --given map' tagflow pick
/// ```
struct PickArguments: ParsableArguments {
    @OptionGroup(title: "Search") var search: PickSearchOptions
    @OptionGroup(title: "Choice") var choice: PickChoiceOptions
    @OptionGroup(title: "Item to tag") var item: PickItemOptions
    @OptionGroup(title: "Keys") var keys: PickKeyOptions
    @OptionGroup(title: "Display") var display: PickDisplayOptions
    @OptionGroup(title: "Input and output") var output: PickOutputOptions
}

/// The options of `pick` for matching lines and their order.
struct PickSearchOptions: ParsableArguments {
    @Flag(
        name: [.customShort("e"), .customLong("exact")],
        help: "Match typed words exactly; 'word matches its letters in order.") var exact = false
    @Option(
        name: [.customShort("n"), .customLong("nth")], parsing: .unconditional,
        help: ArgumentHelp("Match only these fields, such as 2 or 1,3..", valueName: "n,…")) var nth: String?
    @Option(
        name: .customLong("with-nth"), parsing: .unconditional,
        help: ArgumentHelp("Show only these fields, or '{2} ({1})'.", valueName: "n,…")) var withNth: String?
    @Option(
        name: [.customShort("d", allowingJoined: true), .customLong("delimiter")], parsing: .unconditional,
        help: ArgumentHelp("The text between fields; default: white space.", valueName: "text")) var delimiter: String?
    @Flag(help: "Later lines come first.") var tac = false
    @Flag(help: "Keep the order of the lines.") var noSort = false
    @Option(
        name: [.customShort("f"), .customLong("filter")],
        help: ArgumentHelp("Print the matches without showing a picker.", valueName: "query")) var filter: String?
}

/// The options of `pick` for choosing.
struct PickChoiceOptions: ParsableArguments {
    @Option(
        name: [.customShort("m"), .customLong("multi")], defaultAsFlag: MultipleChoice.unlimited, parsing: .next,
        help: ArgumentHelp(
            "Choose several, up to MAX; Tab then goes on to the next. Several are the default.", valueName: "max"))
    var multi: MultipleChoice?
    @Flag(help: "Choose only one.") var noMulti = false
    @Option(help: ArgumentHelp("The maximum number of selected tags.", valueName: "n")) var limit: Int?
    @Option(help: ArgumentHelp("The minimum number of selected tags.", valueName: "n")) var required: Int?
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is already chosen; it isn't offered.", valueName: "tag")) var given: [String] =
            []
    @Option(help: ArgumentHelp("A tag that is selected initially.", valueName: "tag")) var preselect: [String] = []
    @Flag(help: "Allow typing a new tag.") var noStrict = false
    @Flag(name: [.customShort("1"), .customLong("select-1")], help: "Select the only match of QUERY without a picker.")
    var select1 = false
    @Flag(name: [.customShort("0"), .customLong("exit-0")], help: "Exit without a picker if nothing matches QUERY.")
    var exit0 = false
}

/// The value of `--multi`.
enum MultipleChoice: Hashable, Sendable, ExpressibleByArgument {
    case unlimited
    case most(Int)
    /// A word that isn't a number and therefore the query.
    case query(String)

    init?(argument: String) { self = Int(argument).map { .most($0) } ?? .query(argument) }
}

/// The options of `pick` that describe the item to tag, so that its likely tags come first.
struct PickItemOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The title of the item; likely tags come first.", valueName: "text")) var title: String?
    @Option(help: ArgumentHelp("Its URL or path.", valueName: "location")) var location: String?
    @Option(help: ArgumentHelp("Your own description of it.", valueName: "text")) var note: String?
    @Option(help: ArgumentHelp("Its text.", valueName: "text")) var text: String?
}

/// The options of `pick` for keys and the mouse.
struct PickKeyOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Bind keys, as in ctrl-o:toggle-all,f1:abort", valueName: "key:action")) var bind:
        [String] = []
    @Option(
        help: ArgumentHelp(
            "More keys that accept; the first line of output is the key, or empty for Enter.", valueName: "key,…"))
    var expect: [String] = []
    @Option(help: ArgumentHelp("Recall earlier queries with Ctrl-P and Ctrl-N.", valueName: "file")) var history:
        String?
    @Flag(help: "Continue at the other end of the board.") var cycle = false
    @Flag(help: "Disable the mouse.") var noMouse = false
}

/// The options of `pick` for its looks.
struct PickDisplayOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The prompt; default: '> '.", valueName: "text")) var prompt: String?
    @Option(help: ArgumentHelp("Lines to show above the board.", valueName: "text")) var header: String?
    @Option(help: ArgumentHelp("The maximum height, in rows or percent.", valueName: "n|p%")) var height: String?
    @Flag(help: "Use the whole screen.") var fullScreen = false
    @Option(help: ArgumentHelp("Show the output of a command for the line {}.", valueName: "command")) var preview:
        String?
    @Option(help: ArgumentHelp("right or down, :N% and :hidden.", valueName: "position")) var previewWindow: String?
    @Flag(help: "Show the ANSI colors of lines; print the chosen lines without colors.") var ansi = false
}

/// The options of `pick` for the format of input and output.
struct PickOutputOptions: ParsableArguments {
    @Flag(name: .customLong("read0"), help: "Standard input is separated by null bytes.") var read0 = false
    @Flag(name: .customLong("print0"), help: "End each tag with a null byte.") var print0 = false
    @Flag(help: "Print the query as the first line.") var printQuery = false
    @Option(defaultAsFlag: "", help: ArgumentHelp("Save the selection as an item.", valueName: "title")) var save:
        String?
}
