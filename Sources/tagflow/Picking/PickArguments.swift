import ArgumentParser

/// The options of `pick`; the environment supplies those that are not given.
struct PickArguments: ParsableArguments {
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is chosen already, and so is not offered.", valueName: "tag")
    )
    var given: [String] = []
    @Option(help: ArgumentHelp("A tag that is chosen to begin with.", valueName: "tag"))
    var preselect: [String] = []
    @Option(help: ArgumentHelp("The most tags that can be chosen.", valueName: "n")) var limit: Int?
    @Option(help: ArgumentHelp("The least number that must be chosen.", valueName: "n"))
    var required: Int?
    @Flag(help: "Let a new tag be made from the typed text.") var noStrict = false
    @Flag(
        name: [.customShort("e"), .customLong("exact")],
        help: "A word that is typed must be there as it is; 'word asks for its letters in order."
    )
    var exact = false
    @Option(
        name: [.customShort("f"), .customLong("filter")],
        help: ArgumentHelp("Print what matches and show no picker.", valueName: "query")
    )
    var filter: String?
    @Flag(
        name: [.customShort("1"), .customLong("select-1")],
        help: "Choose the only match of QUERY without a picker."
    )
    var select1 = false
    @Flag(
        name: [.customShort("0"), .customLong("exit-0")],
        help: "Leave without a picker where nothing matches QUERY."
    )
    var exit0 = false
    @Option(
        help: ArgumentHelp(
            "Keys that accept, too, with commas between; the first line then names the key, or is empty.",
            valueName: "key,…"
        )
    )
    var expect: [String] = []
    @Option(help: ArgumentHelp("The prompt, '> ' by default.", valueName: "text"))
    var prompt: String?
    @Option(help: ArgumentHelp("Lines to show above the board.", valueName: "text"))
    var header: String?
    @Flag(help: "Show the colors of lines, and print the lines without them.") var ansi = false
    @Option(
        help: ArgumentHelp("The most rows, or a share of the terminal's.", valueName: "n|p%")
    )
    var height: String?
    @Flag(help: "Take the whole screen.") var fullScreen = false
    @Flag(help: "Leave the mouse to the terminal.") var noMouse = false
    @Flag(
        name: .customLong("read0"),
        help: "Null bytes divide standard input, not line ends."
    )
    var read0 = false
    @Flag(name: .customLong("print0"), help: "End each tag with a null byte, not a line end.")
    var print0 = false
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp("Keep what is chosen as an item.", valueName: "title")
    )
    var save: String?
}
