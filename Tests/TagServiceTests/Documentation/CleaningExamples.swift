import TagService
import TestSupport
import Testing

/// The code of the doc comments about cleaning up, rules and webhooks.
@Suite struct `The example in the doc comment of a cleaned service` {
    private func filled() throws -> TagService { try TagService(.memory, concurrency: .serial) }

    @Test func `of rareTags`() throws {
        let service = try filled()
        _ = try service.addTags(["tea"])
        print(try service.rareTags(once: false, limit: 10).tags.map(\.tag))  // ["tea"]
        #expect(try service.rareTags(once: false, limit: 10).tags.map(\.tag) == ["tea"])
    }

    @Test func `of suggestedRules`() throws {
        let service = try filled()
        for number in 0..<6 {
            let location = "https://www.youtube.com/watch?v=\(number)"
            _ = try service.saveItem(ItemDraft(location: location, tags: ["video"]))
        }
        for number in 0..<20 { _ = try service.saveItem(ItemDraft(title: "\(number)", tags: ["x"])) }
        for rule in try service.suggestedRules().rules {
            print(rule.q, "→", rule.tag, ":", rule.hits, "of", rule.items)
        }
        #expect(try service.suggestedRules().rules.map(\.tag).contains("video"))
    }

    @Test func `of synonyms`() throws {
        let service = try filled()
        _ = try service.addTags(["k8s", "kubernetes"])
        print(try service.synonyms().pairs.map(\.kind))  // [.numeronym]
        for pair in try service.synonyms().pairs { print(pair.tag, "may mean", pair.other) }
        #expect(try service.synonyms().pairs.map(\.kind) == [.numeronym])
    }

    @Test func `of saveItem`() throws {
        let service = try filled()
        _ = try service.addRule("site:youtube.com", tag: "video", isAutomatic: true)
        let saved = try service.saveItem(ItemDraft(location: "https://www.youtube.com/watch?v=1"))
        print(saved.item.tags, saved.rules.map(\.tag))  // ["video"] ["video"]
        #expect(saved.item.tags == ["video"] && saved.rules.map(\.tag) == ["video"])
    }

    @Test func `of addRule`() throws {
        let service = try filled()
        let rule = try service.addRule("site:github.com", tag: "code").rule
        print(rule.q, rule.tag, rule.auto)  // site:github.com code false
        #expect(rule.q == "site:github.com" && rule.tag == "code" && !rule.auto)
    }

    @Test func `of addWebhook`() throws {
        let service = try filled()
        let new = try service.addWebhook("https://example.org/hook", event: .items)
        print(new.secret)  // shown only once
        #expect(!new.secret.isEmpty)
    }

    @Test func `of Webhook`() throws {
        let service = try filled()
        let new = try service.addWebhook("https://example.org/hook")
        print(new.webhook.id, new.secret)
        #expect(new.webhook.url == "https://example.org/hook")
    }
}
