import Foundation
import TagService
import TestSupport
import Testing

/// Levels of names: `travel/italy` counts as `travel`.
@Suite struct LevelTests {
    private static let items = [
        ("trip", ["travel"]), ("pasta", ["travel/italy", "food"]), ("forum", ["travel/italy/rome"]),
        ("macros", ["lang::swift"]), ("bread", ["food"]),
    ]

    private func fixture() throws -> ServiceFixture {
        let fixture = try ServiceFixture()
        for (title, tags) in Self.items { _ = try fixture.service.items.save(ItemDraft(title: title, tags: tags)) }
        return fixture
    }

    private func titles(_ query: String, _ service: TagService, in set: SetReference? = nil) throws -> [String] {
        try service.items.find(ItemQuery(query), in: set).items.map(\.title).sorted()
    }

    @Test func `a tag finds the items of the tags below it`() throws {
        let service = try fixture().service
        #expect(try titles("#travel", service) == ["forum", "pasta", "trip"])
        #expect(try titles("#TRAVEL/Italy", service) == ["forum", "pasta"])
        #expect(try titles("-#travel", service) == ["bread", "macros"])
        #expect(try titles("#travel -#travel/italy", service) == ["trip"])
        #expect(throws: TagServiceError.self) { try titles("#lang", service) }
        // A level without a tag is passed over.
        try service.tags.delete(["travel/italy"])
        #expect(try titles("#travel", service) == ["forum", "trip"])
    }

    @Test func `a name with a separator at its end finds everything below it`() throws {
        let service = try fixture().service
        #expect(try titles("#travel/", service) == ["forum", "pasta"])
        #expect(try titles("#lang::", service) == ["macros"] && titles("#lang/", service) == ["macros"])
        #expect(try titles("#food/", service).isEmpty)
        #expect(throws: TagServiceError.self) { try titles("#foo/", service) }
        try service.tags.addAlias("trips", to: "travel")
        #expect(try titles("#trips/", service) == ["forum", "pasta"])
    }

    @Test func `tags that imply a tag below count, too, and those below tags that imply`() throws {
        let service = try fixture().service
        try service.sets.addTags(["colosseum", "dolce vita"])
        _ = try service.items.save(ItemDraft(title: "arena", tags: ["colosseum"]))
        try service.tags.addImplication(from: "colosseum", to: "travel/italy/rome")
        try service.tags.addImplication(from: "food", to: "dolce vita")
        _ = try service.items.save(ItemDraft(title: "soup", tags: ["food/soup"]))
        #expect(try titles("#travel", service) == ["arena", "forum", "pasta", "trip"])
        #expect(try titles("#\"dolce vita\"", service) == ["bread", "pasta", "soup"])
    }

    @Test func `facets count items below a tag, each once`() throws {
        let service = try fixture().service
        _ = try service.items.save(ItemDraft(title: "both", tags: ["travel", "travel/italy"]))
        let facets = try service.items.find(ItemQuery(facetLimit: 10)).facets
        let counts = Dictionary(facets.map { ($0.tag, $0.count) }) { first, _ in first }
        #expect(counts["travel"] == 4 && counts["travel/italy"] == 3 && counts["travel/italy/rome"] == 1)
        for facet in facets { #expect(try titles("#\"\(facet.tag)\"", service).count == facet.count) }
        #expect(try service.items.find(ItemQuery("#food", facetLimit: 1)).facets.map(\.count) == [2])
    }

    @Test func `a tag has a parent, and a total with the tags below it`() throws {
        let service = try fixture().service
        let rome = try service.tags.named("travel/italy/rome")
        #expect(rome.parent == "travel/italy" && rome.total == nil)
        let travel = try service.tags.details("travel")
        #expect(travel.parent == nil && travel.total == 3 && travel.uses == 1 && travel.implies == [])
        for tag in try service.tags.page(limit: 100, hasDetails: true).tags {
            #expect(try tag == service.tags.details(tag.tag))
        }
        let listed = try service.tags.all(in: .chosen)
        #expect(listed.compactMap(\.total).sorted() == [2, 3] && listed.compactMap(\.parent).count == 2)
    }

    @Test func `the levels are implications that can't be removed or reversed`() throws {
        let service = try fixture().service
        try service.tags.addImplication(from: "travel/italy", to: "food")
        let all = [
            Implications(tag: "travel/italy", implies: ["food", "travel"]),
            Implications(tag: "travel/italy/rome", implies: ["travel/italy"]),
        ]
        #expect(try service.tags.implications() == all)
        let first = try service.tags.implicationPage(limit: 1)
        #expect(first.implications == [all[0]])
        #expect(try service.tags.implicationPage(after: first.next, limit: 1).implications == [all[1]])
        #expect(try service.tags.implications(of: "travel/italy") == all[0])
        let error = TagServiceError.countsByName("travel/italy", as: "travel")
        #expect(throws: error) { try service.tags.deleteImplication(from: "travel/italy", to: "travel") }
        #expect(throws: error) { try service.tags.addImplication(from: "travel", to: "travel/italy") }
        #expect(
            error.description
                == "'travel/italy' counts as 'travel' because of its name; use 'rename travel/italy NEW' to end that")
        #expect(error.withoutCommands.hasSuffix("; rename it to end that"))
    }

    @Test func `a cycle through levels is rejected, and the message names an implication to remove`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["c1", "c2", "c1/z", "p", "p/x", "q", "q/y/y"])
        try service.tags.addImplication(from: "c1", to: "c2")
        let error = TagServiceError.implicationCycle(["c2", "c1/z", "c1", "c2"])
        #expect(throws: error) { try service.tags.addImplication(from: "c2", to: "c1/z") }
        #expect(throws: error) { try service.tags.addImplications(from: ["p", "c2"], to: "c1/z") }
        #expect(
            error.description == """
                'c2' can't imply 'c1/z': c2 → c1/z → c1 → c2 would be a cycle; use 'unimply c1 c2' to break it
                """)
        // Two branches that imply each other; a level without a tag is passed over.
        try service.tags.addImplication(from: "p", to: "q/y/y")
        #expect(throws: TagServiceError.implicationCycle(["q", "p/x", "p", "q/y/y", "q"])) {
            try service.tags.addImplication(from: "q", to: "p/x")
        }
        #expect(
            try service.tags.implications(of: "q").implies == [] && service.tags.implications(of: "c2").implies == [])
        // The other direction isn't a cycle, nor are levels that don't count.
        try service.tags.addImplication(from: "c1/z", to: "c2")
        try service.sets.changeLayoutSettings(of: .chosen) { $0.hierarchy = false }
        try service.tags.addImplication(from: "q", to: "p/x")
    }

    @Test func `a cycle that a rename makes ends, and isn't extended`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["m", "n", "o"])
        try service.tags.addImplication(from: "m", to: "n")
        try service.tags.rename("n", to: "m/k", leavesAlias: false)
        _ = try service.items.save(ItemDraft(title: "one", tags: ["m"]))
        _ = try service.items.save(ItemDraft(title: "two", tags: ["m/k"]))
        #expect(try titles("#m", service) == ["one", "two"] && titles("#m/k", service) == ["one", "two"])
        try service.tags.addImplication(from: "m/k", to: "o")
        #expect(throws: TagServiceError.implicationCycle(["o", "m", "m/k", "o"])) {
            try service.tags.addImplication(from: "o", to: "m")
        }
    }

    @Test func `tags above a given tag aren't suggested, unless reasons are requested`() throws {
        let service = try fixture().service
        try service.tags.addImplication(from: "food", to: "lang::swift")
        try service.sets.addTags(["lang"])
        for keeps in [false, true] {
            service.suggestions.keepInMemory(keeps)
            let query = SuggestionQuery(given: ["travel/italy/rome", "food"], set: .chosen)
            let found = try service.suggestions.find(for: query)
            #expect(found.map(\.tag).first == "lang::swift")
            #expect(Set(found.map(\.tag)).isDisjoint(with: ["travel", "travel/italy", "lang"]))
            let all = try service.suggestions.find(
                for: SuggestionQuery(given: ["travel/italy/rome"], set: .chosen, includesAbove: true))
            #expect(all.prefix(2).map(\.tag) == ["travel/italy", "travel"])
            #expect(all.first?.because.first == "travel/italy/rome implies it", "\(all.first.debugDescription)")
            let typed = try service.suggestions.find(for: SuggestionQuery(text: "trav", given: ["travel/italy"]))
            #expect(typed.map(\.tag) == ["travel/italy/rome"])
        }
    }

    @Test func `selecting a tag with those it implies selects the tags above it`() throws {
        let service = try fixture().service
        try service.selection.select(["travel/italy/rome"], implied: .members)
        #expect(try Set(service.selection.tags()) == ["travel/italy/rome", "travel/italy", "travel"])
    }

    @Test func `renaming a tag renames those below it in one undo step`() throws {
        let service = try fixture().service
        let renamed = try service.tags.rename("travel", to: "Trips")
        #expect(renamed.old == "travel" && renamed.new == "Trips")
        #expect(
            renamed.below == [
                RenamedTag(old: "travel/italy", new: "Trips/italy"),
                RenamedTag(old: "travel/italy/rome", new: "Trips/italy/rome"),
            ])
        #expect(try titles("#trips", service) == ["forum", "pasta", "trip"])
        #expect(try service.tags.named("travel/italy").tag == "Trips/italy")
        #expect(try service.undoLog.undo().summary == "rename travel Trips")
        #expect(try service.tags.named("travel/italy/rome").aliases.isEmpty)
        #expect(try titles("#travel", service) == ["forum", "pasta", "trip"])
        #expect(try service.tags.below("travel") == ["travel/italy", "travel/italy/rome"])
        let alone = try service.tags.rename("travel", to: "trips", isOnly: true)
        #expect(alone.below.isEmpty)
        #expect(try titles("#trips", service) == ["trip"])
        #expect(try service.maintenance.diagnose().isHealthy)
    }

    @Test func `names that are taken stop the whole rename`() throws {
        let service = try fixture().service
        try service.sets.addTags(["trips/italy"])
        let error = TagServiceError.renameToTag("travel/italy", as: "trips/italy", of: "trips/italy")
        #expect(throws: error) { try service.tags.rename("travel", to: "trips") }
        #expect(try service.tags.named("travel").tag == "travel")
        let long = String(repeating: "x", count: 995)
        #expect(throws: TagServiceError.self) { try service.tags.rename("travel", to: long) }
        #expect(try service.tags.named("travel").tag == "travel")
    }

    @Test func `a tag can be renamed to a name below or above itself`() throws {
        let service = try ServiceFixture().service
        try service.sets.addTags(["a", "a/a", "a/a/a", "a/b"])
        try service.tags.rename("a", to: "a/a", leavesAlias: false)
        #expect(try service.tags.all(in: .chosen).map(\.tag) == ["a/a", "a/a/a", "a/a/a/a", "a/a/b"])
        try service.tags.rename("a/a", to: "a", leavesAlias: false)
        #expect(try service.tags.all(in: .chosen).map(\.tag) == ["a", "a/a", "a/a/a", "a/b"])
    }

    @Test func `the tags below a deleted or merged tag stay, and no longer count`() throws {
        let service = try fixture().service
        try service.tags.merge("travel", into: "food")
        #expect(try titles("#travel", service) == ["bread", "pasta", "trip"])
        #expect(try service.tags.named("travel/italy").parent == nil)
        try service.undoLog.undo()
        #expect(try service.tags.named("travel/italy").parent == "travel")
        try service.tags.delete(["travel"])
        #expect(try service.tags.named("travel/italy").parent == nil)
        #expect(try titles("#travel/", service) == ["forum", "pasta"])
    }

    @Test func `a set without levels has tags that only look like paths`() throws {
        let service = try fixture().service
        try service.sets.create("files")
        _ = try service.items.save(
            ItemDraft(title: "config", tags: ["etc/hosts", "travel/italy"]), in: .named("files"))
        try service.sets.addTags(["etc"], to: .named("files"))
        #expect(try titles("#etc", service) == ["config"])
        try service.sets.changeLayoutSettings(of: .named("files")) { $0.hierarchy = false }
        #expect(try service.sets.layoutSettings(of: .named("files")).settings.hierarchy == false)
        #expect(try titles("#etc", service, in: .named("files")).isEmpty && titles("#etc", service).isEmpty)
        // The same tag counts in another set.
        #expect(try titles("#travel", service) == ["forum", "pasta", "trip"])
        #expect(try titles("#travel", service, in: .named("files")).isEmpty)
        #expect(try titles("set:files #travel", service).isEmpty)
        #expect(try service.tags.named("etc/hosts").parent == nil && service.tags.below("etc").isEmpty)
        let facets = try service.items.find(ItemQuery("set:files", facetLimit: 10)).facets
        #expect(facets.map(\.tag) == ["etc/hosts", "travel/italy"])
        let query = SuggestionQuery(text: "et", given: ["etc/hosts"], set: .named("files"))
        #expect(try service.suggestions.find(for: query).map(\.tag).contains("etc"))
        try service.undoLog.undo()
        #expect(try titles("#etc", service) == ["config"])
    }

    @Test func `the setting is exported and imported`() async throws {
        let fixture = try fixture()
        try fixture.service.sets.changeLayoutSettings(of: .chosen) { $0.hierarchy = false }
        let copy = try ServiceFixture()
        _ = try await copy.importData(try await fixture.exportNDJSON())
        #expect(try copy.service.sets.layoutSettings().settings.hierarchy == false)
        #expect(try titles("#travel", copy.service, in: .chosen) == ["trip"])
        // The levels themselves aren't stored, so an export has no implications for them.
        #expect(try await !fixture.exportNDJSON().contains("implies"))
    }

    @Test func `a rule for a tag or a branch matches items of tags below it`() throws {
        let service = try fixture().service
        try service.rules.add("#travel", tag: "away", isAutomatic: true)
        try service.rules.add("#lang/", tag: "code", isAutomatic: true)
        func saved(_ tag: String) throws -> Set<String> {
            Set(try service.items.save(ItemDraft(title: tag, tags: [tag])).item.tags)
        }
        #expect(try saved("travel/peru") == ["travel/peru", "away"])
        #expect(try saved("lang/c") == ["lang/c", "code"])
        try service.sets.changeLayoutSettings(of: .chosen) { $0.hierarchy = false }
        #expect(try saved("travel/chile") == ["travel/chile"])
    }

    @Test func `a caller limited to a set sees the levels of its tags only`() throws {
        let service = try fixture().service
        try service.sets.create("own")
        try service.limited(to: [2]) { () throws in
            _ = try service.items.save(ItemDraft(title: "mine", tags: ["travel/italy"]), in: .named("own"))
            #expect(throws: TagServiceError.self) { try titles("#travel", service) }
            #expect(try service.tags.named("travel/italy").parent == nil)
            #expect(try titles("#travel/", service) == ["mine"])
            _ = try service.items.save(ItemDraft(title: "other", tags: ["travel"]), in: .named("own"))
            #expect(try titles("#travel", service) == ["mine", "other"])
            let tag = try service.tags.named("travel")
            #expect(tag.total == 2)
        }
    }

    @Test(arguments: [1, 2, 3, 4] as [UInt64]) func `random names and sets are found as their definition says`(
        seed: UInt64
    ) throws {
        var numbers = SeededNumbers(seed: seed)
        let service = try ServiceFixture().service
        try service.sets.create("flat")
        try service.sets.changeLayoutSettings(of: .named("flat")) { $0.hierarchy = false }
        let separators = ["/", "::"]
        func name() -> String {
            (0...Int.random(in: 0..<3, using: &numbers))
                .reduce("") { name, level in
                    (level == 0 ? "" : name + separators[Int.random(in: 0..<2, using: &numbers)])
                        + ["a", "b", "c"][Int.random(in: 0..<3, using: &numbers)]
                }
        }
        var saved: [(title: String, set: String, tags: Set<String>)] = []
        for place in 0..<60 {
            let tags = Set((0...Int.random(in: 0..<2, using: &numbers)).map { _ in name() })
            let set = ["default", "flat"][Int.random(in: 0..<2, using: &numbers)]
            saved.append(("item \(place)", set, tags))
            _ = try service.items.save(ItemDraft(title: "item \(place)", tags: tags.sorted()), in: .named(set))
        }
        let known = Set(saved.flatMap(\.tags))
        func counts(_ tag: String, as other: String) -> Bool {
            tag == other || separators.contains { tag.hasPrefix(other + $0) }
        }
        for tag in known {
            let wanted = saved.filter { item in
                item.tags.contains { $0 == tag || item.set != "flat" && counts($0, as: tag) }
            }
            let query = ItemQuery("#\(tag)", limit: 100)
            #expect(
                try service.items.find(query).items.map(\.title).sorted() == wanted.map(\.title).sorted(),
                "\(tag) \(numbers.seed)")
            let inSet = wanted.filter { $0.set == "flat" }.map(\.title).sorted()
            #expect(try service.items.find(query, in: .named("flat")).items.map(\.title).sorted() == inSet)
        }
        let facets = try service.items.find(ItemQuery(facetLimit: 1_000)).facets
        #expect(facets.count == known.count)
        for facet in facets { #expect(try service.items.count(ItemQuery("#\(facet.tag)")) == facet.count) }
    }
}
