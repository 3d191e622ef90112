import ArgumentParser
import FlowEngine
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `layout-settings [--alignment …] [--spacing …] …`.
///
/// ```
/// $ tagflow layout-settings --alignment center --spacing 2
/// alignment: center
/// line-alignment: top (default)
/// spacing: 2
/// …
/// $ tagflow layout-settings --format json
/// {"alignment":"center","spacing":2}
/// ```
struct LayoutSettingsCommand: TagflowCommand {
    static let group = HelpGroup.sets
    static let configuration = CommandConfiguration(
        commandName: "layout-settings", abstract: "Show or change the layout settings of a set.",
        discussion: """
            --hierarchy off is for a set whose names contain slashes for other reasons.

            Example: tagflow layout-settings --alignment center --spacing 2
            Example: tagflow layout-settings --hierarchy off
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Option(help: "How the free space of a line is distributed.") var alignment: FlowAlignment?
    @Option(help: "How chips are aligned within the height of their line.") var lineAlignment: FlowLineAlignment?
    @Option(help: ArgumentHelp("Cells between chips.", valueName: "cells"), transform: NumberRange.spacing.number(in:))
    var spacing: Int?
    @Option(
        help: ArgumentHelp("Blank rows between lines.", valueName: "cells"), transform: NumberRange.spacing.number(in:))
    var lineSpacing: Int?
    @Option(help: "How chips are divided into lines.") var lineBreaking: FlowLineBreaking?
    @Option(help: ArgumentHelp("Whether chips fill their lines.", valueName: "true|false")) var justified: Bool?
    @Option(
        help: ArgumentHelp("The maximum number of lines.", valueName: "lines"), transform: NumberRange.kept.number(in:))
    var maxLines: Int?
    @Option(help: ArgumentHelp("The width of the board.", valueName: "cells"), transform: NumberRange.kept.number(in:))
    var width: Int?
    @Option(help: "The direction of each line.") var layoutDirection: LayoutDirection?
    @Option(help: "Whether lines stack down or up.") var verticalDirection: VerticalDirection?
    @Option(
        help: ArgumentHelp("Whether 'save' replaces the item of the same day.", valueName: "on|off"),
        transform: OnOff.init(_:)) var daily: OnOff?
    @Option(
        help: ArgumentHelp("Whether a tag 'a/b' or 'a::b' counts as 'a'.", valueName: "on|off"),
        transform: OnOff.init(_:)) var hierarchy: OnOff?
    @Flag(help: "In the REPL: save the layout on trial.") var keep = false
    @Flag(help: "Reset the settings of the set.") var reset = false

    var onlyReads: Bool { given == LayoutSettings() && !keep && !reset }

    func run(in session: Session) throws {
        let service = try session.service(global)
        let set = session.set(global)
        if reset { try service.sets.resetLayoutSettings(of: set) }
        var settings = given
        if keep, let tried = session.repl?.presenter.tried { settings = settings.withDefaults(from: tried) }
        let kept =
            settings == LayoutSettings()
            ? try service.sets.layoutSettings(of: set) : try service.sets.saveLayoutSettings(settings, of: set)
        if keep || reset { session.repl?.presenter.tried = LayoutSettings() }
        guard output.format == .text else { return try session.print(json: kept.settings) }
        try session.print(LayoutSettingsText(kept.settings).text)
    }

    private var given: LayoutSettings {
        var settings = LayoutSettings()
        settings.alignment = alignment
        settings.lineAlignment = lineAlignment
        settings.spacing = spacing.map { Double($0) }
        settings.lineSpacing = lineSpacing.map { Double($0) }
        settings.lineBreaking = lineBreaking
        settings.justified = justified
        settings.maxLines = maxLines
        settings.width = width.map { Double($0) }
        settings.layoutDirection = layoutDirection
        settings.verticalDirection = verticalDirection
        settings.daily = daily?.isOn
        settings.hierarchy = hierarchy?.isOn
        return settings
    }
}

/// The value `on` or `off` of an option.
struct OnOff {
    let isOn: Bool

    init(_ text: String) throws {
        switch text.lowercased() {
        case "on", "true": isOn = true
        case "off", "false": isOn = false
        default: throw ValidationError("\(text.quoted) is neither 'on' nor 'off'")
        }
    }
}

/// Layout settings as text: one per line, with the default if not set.
private struct LayoutSettingsText {
    let text: PrintableText

    init(_ settings: LayoutSettings) {
        let rows: [(String, String?, String)] = [
            ("alignment", settings.alignment?.rawValue, "leading"),
            ("line-alignment", settings.lineAlignment?.rawValue, "top"),
            ("spacing", settings.spacing.map { "\(Int($0))" }, "1"),
            ("line-spacing", settings.lineSpacing.map { "\(Int($0))" }, "0"),
            ("line-breaking", settings.lineBreaking?.rawValue, "greedy"),
            ("justified", settings.justified.map { "\($0)" }, "false"),
            ("max-lines", settings.maxLines.map { "\($0)" }, "no limit"),
            ("width", settings.width.map { "\(Int($0))" }, "the terminal's"),
            ("layout-direction", settings.layoutDirection?.rawValue, "leftToRight"),
            ("vertical-direction", settings.verticalDirection?.rawValue, "down"),
            ("daily", settings.daily.map { $0 ? "on" : "off" }, "off"),
            ("hierarchy", settings.hierarchy.map { $0 ? "on" : "off" }, "on"),
        ]
        text = PrintableText(rows.map { name, value, standard in "\(name): \(value ?? "\(standard) (default)")\n" })
    }
}
