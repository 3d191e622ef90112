import ArgumentParser
import ChipRendering
import TagService
import TerminalFrontEnd

/// The command `show`.
///
/// ```
/// $ tagflow show --numbers
/// (1✓sea ) (2 map ) (3✓photo )
/// ```
struct ShowCommand: TagflowCommand {
    static let group = HelpGroup.selection
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Draw the board of a set.",
        discussion: "Example: tagflow show --style boxed --width 60")

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Option(
        help: ArgumentHelp("The width in cells; default: the terminal's width.", valueName: "cells"),
        transform: NumberRange.width.number(in:)) var width: Int?
    @Option(help: "The style of the chips.") var style: ChipStyle?
    @Flag(help: "Show each chip's number.") var numbers = false
    @Flag(help: "Only include tags that are on.") var selectedOnly = false

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        // The interactive REPL already shows its board.
        let isPlain = width == nil && style == nil && !selectedOnly && global.set == nil && output.format == .text
        if isPlain, session.repl?.isBoardShown == true { return }
        var presenter = session.presenter
        if let width { presenter.tried.width = Double(width) }
        if let style { presenter.style.chip = style }
        if numbers { presenter.style.isNumbered = true }
        try session.printBoard(
            session.set(global), from: session.service(global), format: output.format, selectedOnly: selectedOnly,
            presenter: presenter, showsTitle: true)
    }
}
