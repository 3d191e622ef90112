import ArgumentParser

/// The options of `pick`; an environment variable supplies the value of a missing option.
///
/// ```
/// $ tagflow pick --limit 3 --given sea --given map
/// $ TAGFLOW_PICK_LIMIT=3 TAGFLOW_PICK_GIVEN='sea|map' tagflow pick
/// ```
struct PickArguments: ParsableArguments {
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is already chosen; it isn't offered.", valueName: "tag")
    )
    var given: [String] = []
    @Option(help: ArgumentHelp("A tag that is selected initially.", valueName: "tag"))
    var preselect: [String] = []
    @Option(help: ArgumentHelp("The maximum number of selected tags.", valueName: "n")) var limit:
        Int?
    @Option(help: ArgumentHelp("The minimum number of selected tags.", valueName: "n"))
    var required: Int?
    @Flag(help: "Allow typing a new tag.") var noStrict = false
    @Flag(
        name: [.customShort("e"), .customLong("exact")],
        help: "Match typed words exactly; 'word matches its letters in order."
    )
    var exact = false
    @Option(
        name: [.customShort("f"), .customLong("filter")],
        help: ArgumentHelp("Print the matches without showing a picker.", valueName: "query")
    )
    var filter: String?
    @Flag(
        name: [.customShort("1"), .customLong("select-1")],
        help: "Select the only match of QUERY without a picker."
    )
    var select1 = false
    @Flag(
        name: [.customShort("0"), .customLong("exit-0")],
        help: "Exit without a picker if nothing matches QUERY."
    )
    var exit0 = false
    @Option(
        help: ArgumentHelp(
            """
            Additional keys that accept the selection, separated by commas; the first line of \
            output is the key, or empty for Enter.
            """,
            valueName: "key,…"
        )
    )
    var expect: [String] = []
    @Option(help: ArgumentHelp("The prompt; default: '> '.", valueName: "text"))
    var prompt: String?
    @Option(help: ArgumentHelp("Lines to show above the board.", valueName: "text"))
    var header: String?
    @Flag(help: "Show the ANSI colors of lines; print the chosen lines without colors.") var ansi =
        false
    @Option(
        help: ArgumentHelp("The maximum height, in rows or percent.", valueName: "n|p%")
    )
    var height: String?
    @Flag(help: "Use the whole screen.") var fullScreen = false
    @Flag(help: "Disable the mouse.") var noMouse = false
    @Flag(
        name: .customLong("read0"),
        help: "Standard input is separated by null bytes."
    )
    var read0 = false
    @Flag(name: .customLong("print0"), help: "End each tag with a null byte.")
    var print0 = false
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp("Save the selection as an item.", valueName: "title")
    )
    var save: String?
}
