import Foundation
import TerminalSimulation
import TextMeasurement

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// A review on a terminal in memory, with a real database.
struct ReviewFixture {
    var simulation: ProgramSimulation<Review>
    let service: TagService
    /// The locations that were opened.
    let opened = OpenedLocations()

    /// Opens a review of untagged items with these titles, in their order.
    ///
    /// The database has items about swift, sea and trains with tags of these names, from which suggestions are learned.
    init(_ titles: [String], note: String = "", columns: Int = 80, rows: Int = 24, isColored: Bool = true) throws {
        let service = try TagService(.memory)
        for (word, tag) in [("compiler", "swift"), ("harbor", "sea"), ("railway", "train")] {
            for number in 0..<8 { try service.items.save(ItemDraft(title: "\(word) no \(number)", tags: [tag])) }
        }
        for (age, title) in titles.enumerated() {
            let draft = ItemDraft(
                title: title, location: "https://www.\(age).example/page", note: note, tags: [],
                savedAt: Date(timeIntervalSince1970: 1_000_000_000 - Double(age)))
            try service.items.save(draft)
        }
        try self.init(service: service, columns: columns, rows: rows, isColored: isColored)
    }

    /// Opens a review of the untagged items of a database.
    init(service: TagService, query: String? = nil, columns: Int = 80, rows: Int = 24, isColored: Bool = true) throws {
        let queue = try service.review.queue(for: query)
        try self.init(
            service: service, ids: queue.ids, task: .tags, probabilities: [:], columns: columns, rows: rows,
            isColored: isColored)
    }

    /// Opens a review of items that a tag may fit.
    init(
        service: TagService, ids: [Int64], task: ReviewTask, probabilities: [Int64: Double], columns: Int = 80,
        rows: Int = 24, isColored: Bool = true
    ) throws {
        self.service = service
        let opened = opened
        let actions = ReviewActions(
            open: { location in
                guard location.hasPrefix("https:") else { throw OpeningError() }
                opened.append(location)
            },
            similar: { name in
                try service.tags.similar(to: [name]).first.map { TagOffer(new: $0.tag, known: $0.other, uses: 8) }
            })
        var source = ReviewSource(service: service, task: task, actions: actions)
        source.probabilities = probabilities
        let tags = try service.tags.all(in: nil, by: .uses).map { PickableTag($0.tag, aliases: $0.aliases) }
        let review = Review(ids, total: ids.count, source: source, tags: tags, showsSets: false, isColored: isColored)
        let size = CellSize(columns: columns, rows: rows)
        simulation = ProgramSimulation(
            review, screen: Screen(placement: .full, depth: isColored ? .palette : .none),
            terminal: InMemoryTerminal(size: size, cellWidth: { TerminalWidths().cells(in: $0) }))
    }

    var review: Review { simulation.program }
    var title: String? { review.subject?.item.title }
    var output: ReviewOutcome? { simulation.output }
    var lines: [String] { simulation.terminal.lines }
    var text: String { lines.joined(separator: "\n") }
    /// The row with the keys.
    var keys: String { lines.last ?? "" }
    func shows(_ part: String) -> Bool { text.contains(part) }

    /// Returns the tags of the item with a title.
    func tags(of title: String) throws -> [String] {
        try service.items.find(ItemQuery("\"\(title)\"")).items.first { $0.title == title }?.tags ?? []
    }

    /// Runs the work that the review started.
    mutating func settle() async { await simulation.runWork() }

    /// Sends keys, and runs the work that they start after each of them.
    mutating func type(_ keys: String...) async {
        await settle()
        for key in keys {
            simulation.type(key)
            await settle()
        }
    }

    /// Presses keys, and runs the work that they start after each of them.
    mutating func press(_ keys: Key...) async {
        await settle()
        for key in keys {
            simulation.send(.key(KeyEvent(key)))
            await settle()
        }
    }
}
