import TerminalSimulation
import TextMeasurement

@testable import FlowEngine
@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// A picker on a terminal in memory.
struct PickerFixture {
    var simulation: ProgramSimulation<Picker>

    init(
        _ names: [String], columns: Int = 60, rows: Int = 16, isColored: Bool = false,
        sources: PickerSources = PickerSources(), history: [String] = [], widths: TerminalWidths = TerminalWidths(),
        descriptions: [String: String] = [:], _ change: (inout PickerOptions) -> Void = { _ in }
    ) {
        var options = PickerOptions()
        change(&options)
        let size = CellSize(columns: columns, rows: rows)
        let picker = Picker(
            PickableTags(
                names.map { name in
                    var tag = PickableTag(name)
                    tag.description = descriptions[name]
                    return tag
                }), options: options, size: size, isColored: isColored, sources: sources, history: history,
            widths: widths)
        simulation = ProgramSimulation(
            picker, screen: Screen(placement: options.usesFullScreen ? .full : .inline, depth: .palette),
            terminal: InMemoryTerminal(size: size, cellWidth: { widths.cells(in: $0) }))
    }

    var picker: Picker { simulation.program }
    var chosen: [String] { picker.tags.chosen.map { picker.tags.name(of: $0) } }
    var found: [String] { picker.tags.matches.map { picker.tags.name(of: $0) } }
    var output: PickerOutcome? { simulation.output }

    /// The terminal's content.
    var text: String { simulation.terminal.lines.joined(separator: "\n") }
    func shows(_ part: String) -> Bool { text.contains(part) }

    mutating func type(_ keys: String...) { for key in keys { simulation.type(key) } }
    mutating func press(_ keys: Key...) { for key in keys { simulation.send(.key(KeyEvent(key))) } }
}
