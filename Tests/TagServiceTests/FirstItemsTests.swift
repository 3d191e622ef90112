import TagService
import TestSupport
import Testing

/// Suggestions after the first few items, when two titles often share nothing but function words.
@Suite struct FirstItemsTests {
    private static let saved = [
        ("How to read a balance sheet", "finance"), ("Saving for old age, and how to begin", "finance"),
        ("The index funds to buy and to hold", "finance"), ("Baking bread with a sourdough starter", "cooking"),
        ("A soup of lentils and carrots", "cooking"), ("Pasta and its sauces", "cooking"),
        ("Hiking through the Alps", "travel"), ("A weekend in Vienna", "travel"),
        ("With the night train from Berlin", "travel"), ("What is new in Swift?", "programming"),
        ("Why your query is slow, and indexes that help", "programming"), ("Git for the impatient", "programming"),
    ]

    private func service() throws -> TagService {
        let service = try ServiceFixture().service
        for (title, tag) in Self.saved { try service.items.save(ItemDraft(title: title, tags: [tag])) }
        return service
    }

    @Test(arguments: [
        "Flights to Lisbon", "How to grow tomatoes", "The history of chess", "When to see otters",
        "Why is the sky blue?", "How your cat is thinking", "A day with my camera", "Songs for the road",
        "Through a telescope", "The moon and its tides", "From seed to flower", "In the garden",
        "Tuning a guitar and a lute", "Portraits of the sea", "Why the dinosaurs died", "Letters to a young poet",
        "Games for two and for four", "To the lighthouse", "Who is that bird?", "With and without glasses",
    ]) func `a title that shares only function words with items has no similar item`(title: String) throws {
        let found = try service().suggestions.find(for: SuggestionQuery(item: ItemEvidence(title: title)))
        #expect(found.allSatisfy { $0.because == ["often used"] }, "\(found.map(\.because))")
        #expect(found.allSatisfy { ($0.probability ?? 0) < 0.5 }, "\(found.map(\.probability))")
    }

    @Test(arguments: [
        ("Lentils for the lunch box", "cooking"), ("The train to Vienna", "travel"),
        ("Funds that hold gold", "finance"), ("Help with Git", "programming"),
    ]) func `other words count from the first items on`(title: String, tag: String) throws {
        let found = try service().suggestions.find(for: SuggestionQuery(item: ItemEvidence(title: title)))
        #expect(found.first?.tag == tag)
        #expect(found.first?.because.first?.hasPrefix("similar to") == true)
    }

    @Test(arguments: [
        ("Brot aus dem Ofen und mehr", "Ein Tag mit dem Fahrrad und ohne Ziel"),
        ("Le pain dans tous ses états", "Une journée dans les bois"),
        ("La sopa de la abuela", "Un día en la playa con ella"),
        ("Il pane della nonna", "Una notte nella foresta della luna"),
        ("O pão da avó não é um bolo", "Um dia na praia não é férias"),
        ("Het brood van de bakker", "Een dag met de fiets van het eiland"),
        ("Bröd från ugnen och en soppa", "En dag på sjön och från stranden"),
        ("Chleb się nie piecze sam w domu", "Dzień w lesie nie jest stracony się"),
        ("Chléb je na stole a v troubě", "Den v lese je na nic a po všem"),
        ("Хлеб не из печи, а от бабушки", "День не на море, а из леса"),
        ("Ekmek için bir fırın ve su", "Deniz için bir gün ve gece"),
    ]) func `function words of many languages don't count`(saved: String, asked: String) throws {
        let service = try ServiceFixture().service
        try service.items.save(ItemDraft(title: saved, tags: ["cooking"]))
        for number in 1...5 { try service.items.save(ItemDraft(title: "Chess \(number)", tags: ["games"])) }
        let found = try service.suggestions.find(for: SuggestionQuery(item: ItemEvidence(title: asked)))
        #expect(found.allSatisfy { $0.because == ["often used"] }, "\(found.map(\.because))")
    }
}
