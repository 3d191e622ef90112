import ArgumentParser

/// The options of `pick`; what is not given may stand in the environment.
struct PickArguments: ParsableArguments {
    @Option(
        name: .customLong("given"),
        help: ArgumentHelp("A tag that is chosen already, and so is not offered.", valueName: "tag")
    )
    var given: [String] = []
    @Option(help: ArgumentHelp("The most tags that can be chosen.", valueName: "n")) var limit: Int?
    @Option(help: ArgumentHelp("The least number that must be chosen.", valueName: "n"))
    var required: Int?
    @Flag(help: "Let a new tag be made from the typed text.") var noStrict = false
    @Option(
        help: ArgumentHelp("The most rows, or a share of the terminal's.", valueName: "n|p%")
    )
    var height: String?
    @Flag(help: "Take the whole screen.") var fullScreen = false
    @Flag(name: .customLong("print0"), help: "End each tag with a null byte, not a line end.")
    var print0 = false
    @Option(
        defaultAsFlag: "",
        help: ArgumentHelp("Keep what is chosen as a saved selection.", valueName: "label")
    )
    var save: String?
}
