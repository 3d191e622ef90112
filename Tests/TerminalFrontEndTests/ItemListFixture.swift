import Foundation
import Synchronization
import TerminalSimulation
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// A list of items on a terminal in memory, with a real database.
struct ItemListFixture {
    var simulation: ProgramSimulation<ItemList>
    let service: TagService
    /// The locations that were opened.
    let opened = OpenedLocations()

    /// Opens a list of items with these titles, the first one on top.
    ///
    /// The item with the title `a` has the tags `t` and `tag-a`. The picker returns the tags `chosen`; nil cancels it.
    init(
        _ titles: [String], location: (String) -> String? = { _ in nil }, columns: Int = 60, rows: Int = 12,
        chosen: [String]? = nil
    ) throws {
        let service = try TagService(.memory)
        for (age, title) in titles.enumerated() {
            let draft = ItemDraft(
                title: title, location: location(title), note: "a note about \(title)", tags: ["t", "tag-\(title)"],
                savedAt: Date(timeIntervalSince1970: 1_000_000_000 - Double(age)))
            try service.items.save(draft)
        }
        try self.init(service: service, columns: columns, rows: rows, chosen: chosen)
    }

    /// Opens a list of the items of a database.
    init(service: TagService, columns: Int = 60, rows: Int = 12, chosen: [String]? = nil) throws {
        self.service = service
        let size = CellSize(columns: columns, rows: rows)
        let opened = opened
        let list = ItemList(
            try service.items.find(ItemQuery(limit: ItemList.firstPage)), service: service, set: nil,
            actions: ItemListActions(
                chooseTags: { _ in chosen }, chooseCommonTags: { _, _ in chosen },
                open: { location in
                    guard location.hasPrefix("https:") else { throw OpeningError() }
                    opened.append(location)
                }), size: size)
        simulation = ProgramSimulation(
            list, screen: Screen(placement: .full, depth: .palette),
            terminal: InMemoryTerminal(size: size, cellWidth: { TerminalWidths().cells(in: $0) }))
    }

    var list: ItemList { simulation.program }
    /// The titles of the loaded items.
    var titles: [String] { list.items.map(\.title) }
    var highlighted: String? { list.highlighted?.title }
    var output: ItemListOutcome? { simulation.output }
    var lines: [String] { simulation.terminal.lines }
    var text: String { lines.joined(separator: "\n") }
    func shows(_ part: String) -> Bool { text.contains(part) }

    /// Sends keys, and runs the work that they start after each of them.
    mutating func type(_ keys: String...) async {
        for key in keys {
            simulation.type(key)
            await simulation.runWork()
        }
    }

    /// Presses keys, and runs the work that they start after each of them.
    mutating func press(_ keys: Key...) async {
        for key in keys {
            simulation.send(.key(KeyEvent(key)))
            await simulation.runWork()
        }
    }
}

/// The locations that a list opened.
final class OpenedLocations: Sendable {
    private let locations = Mutex<[String]>([])

    var all: [String] { locations.withLock { $0 } }
    func append(_ location: String) { locations.withLock { $0.append(location) } }
}

/// The error of a fixture that can't open a location.
struct OpeningError: Error, CustomStringConvertible { let description = "can't open it; only https works here" }
