import Foundation
import TagService
import TestSupport

/// Random commands of the product; those that are refused change nothing.
struct RandomCommands {
    var random: SeededNumbers

    private static let tags = ["a", "A", "a/b", "a/c", "b", "c", "d", "swift", "Swift", "é"]
    private static let sets = ["default", "work", "days"]

    /// Runs a command, and returns its description.
    @discardableResult mutating func run(on service: TagService) throws -> String {
        let number = Int.random(in: 0..<34, using: &random)
        let (first, second) = (tag(), tag())
        let description = "\(number) \(first) \(second)"
        do { try run(number, first, second, on: service) } catch is TagServiceError { return "\(description) refused" }
        return description
    }

    private mutating func tag() -> String { Self.tags.randomElement(using: &random) ?? "a" }

    private mutating func location() -> String { "https://x.example/\(Int.random(in: 0..<4, using: &random))" }

    private mutating func set() -> SetReference { .named(Self.sets.randomElement(using: &random) ?? "default") }

    private mutating func item(_ service: TagService) throws -> Int64? {
        try service.items.find(ItemQuery()).items.randomElement(using: &random)?.id
    }

    private mutating func run(_ number: Int, _ first: String, _ second: String, on service: TagService) throws {
        switch number {
        case 0...4:
            try service.items.save(ItemDraft(title: first, location: location(), tags: [first, second]), in: set())
        case 5: try service.items.save(ItemDraft(title: second, tags: [first]), in: set())
        case 6, 7:
            if let id = try item(service) {
                try service.items.edit(id, with: ItemEdit(note: "note \(first)", added: [first], removed: [second]))
            }
        case 8: if let id = try item(service) { try service.items.edit(id, with: ItemEdit(location: location())) }
        case 9: if let id = try item(service) { try service.items.delete(id) }
        case 10, 11: try service.tags.rename(first, to: second, leavesAlias: Bool.random(using: &random))
        case 12, 13: try service.tags.merge(first, into: second)
        case 14: try service.tags.delete([first])
        case 15: try service.tags.create(first)
        case 16: try service.tags.addAlias("alias \(first)", to: second)
        case 17: try service.tags.removeAlias("alias \(first)")
        case 18: try service.tags.addImplication(from: first, to: second)
        case 19: try service.tags.deleteImplication(from: first, to: second)
        case 20: try service.tags.distinguish(first, from: second)
        case 21: try service.tags.putGroup("group", tags: [first, second])
        case 22: try service.tags.describe(first, as: "about \(second)")
        case 23: try service.sets.create("work", tags: [first, second])
        case 24: try service.sets.create("days", tags: [first], isDaily: true)
        case 25: try service.sets.addTags([first, second], to: set())
        case 26: try service.sets.removeTags([first], from: set())
        case 27: try service.sets.moveTag(first, before: second, in: set())
        case 28: try service.sets.delete("work")
        case 29: try service.items.saveView("view \(first)", query: "before:2020")
        case 30: try service.rules.add("site:\(first).example", tag: second)
        case 31: if let id = try item(service) { try service.items.dismissTag(first, for: id) }
        default: try service.undoLog.undo()
        }
    }
}
