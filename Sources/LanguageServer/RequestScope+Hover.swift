internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles
internal import TextMeasurement

/// Information about the tag under the cursor.
extension RequestScope {
    /// Returns the tag's uses, aliases, related tags and most recent items.
    func hover(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let (document, tag, range) = tag(parameters) else { return .null }
        var text = HoverText(isMarkdown: client.readsMarkdown)
        if let info = try await known(tag.name) {
            try await describe(info, as: tag.name, in: &text)
        } else {
            text.heading(tag.name)
            text.line("not in the database yet")
        }
        let key = TagKey(tag.name).text
        let count = workspace.count(of: key)
        if count > 0 { text.line("in \(count) \(count == 1 ? "note" : "notes") of this workspace") }
        return [
            "contents": ["kind": client.readsMarkdown ? "markdown" : "plaintext", "value": .string(text.text)],
            "range": document.text.value(of: range, in: client.encoding),
        ]
    }

    private func describe(_ info: TagInfo, as name: String, in text: inout HoverText) async throws {
        text.heading(info.tag)
        if TagKey(info.tag) != TagKey(name) { text.line("\(name.quoted) is an alias") }
        text.line(info.uses == 1 ? "1 use" : "\(info.uses) uses")
        if !info.aliases.isEmpty { text.line("aliases: \(info.aliases.joined(separator: ", "))") }
        let query = SuggestionQuery(given: [info.tag], limit: 8)
        let related = try service.suggestions.find(for: query).filter { $0.probability != nil }.map(\.tag)
        if !related.isEmpty { text.line("goes with: \(related.joined(separator: ", "))") }
        try Task.checkCancellation()
        let recent = try service.items.find(ItemQuery(tags: [info.tag], limit: 3), of: nil)
        guard !recent.items.isEmpty else { return }
        text.line("recent items:")
        for item in recent.items {
            let day = item.timestamp.map { "\($0.prefix(10)) " } ?? ""
            let name = [item.title, item.location ?? ""].first { !$0.isEmpty } ?? ""
            text.item(day + (name.isEmpty ? item.tags.joined(separator: ", ") : name))
        }
    }
}

/// Lines of Markdown or plain text, with Markdown characters escaped.
private struct HoverText {
    let isMarkdown: Bool
    private(set) var text = ""

    init(isMarkdown: Bool) { self.isMarkdown = isMarkdown }

    mutating func heading(_ name: String) { text += isMarkdown ? "**\(escaped(name))**" : name }

    mutating func line(_ line: String) {
        // Markdown needs an empty line between paragraphs.
        text += (isMarkdown ? "\n\n" : "\n") + escaped(line)
    }

    mutating func item(_ line: String) { text += "\n- " + escaped(line) }

    private func escaped(_ text: String) -> String {
        guard isMarkdown else { return text }
        return text.reduce(into: "") { shown, character in
            if "\\`*_{}[]<>()#!|~&".contains(character) { shown.append("\\") }
            shown.append(character)
        }
    }
}
