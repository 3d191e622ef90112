internal import JSON
internal import JSONRPC
internal import TagCore
internal import TagService
internal import TaggedFiles

/// What is known of a tag under the cursor.
extension RequestScope {
    /// The tag's uses, its aliases, what goes with it, and the things that had it last.
    func hover(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let (document, tag, range) = tag(parameters) else { return .null }
        var text = HoverText(isMarkdown: client.readsMarkdown)
        if let info = try await known(tag.name) {
            try await describe(info, as: tag.name, in: &text)
        } else {
            text.heading(tag.name)
            text.line("not known to the database yet")
        }
        let key = TagKey(tag.name).text
        let count = workspace.count(of: key)
        if count > 0 { text.line("in \(count) \(count == 1 ? "note" : "notes") of this workspace") }
        return [
            "contents": [
                "kind": client.readsMarkdown ? "markdown" : "plaintext",
                "value": .string(text.text),
            ],
            "range": document.text.value(of: range, in: client.encoding),
        ]
    }

    private func describe(
        _ info: TagInfo,
        as name: String,
        in text: inout HoverText
    ) async throws {
        text.heading(info.tag)
        if TagKey(info.tag) != TagKey(name) { text.line("'\(name)' is an alias of it") }
        text.line(info.uses == 1 ? "1 use" : "\(info.uses) uses")
        if !info.aliases.isEmpty { text.line("aliases: \(info.aliases.joined(separator: ", "))") }
        let query = SuggestionQuery(given: [info.tag], limit: 8)
        let others = try service.suggestions(for: query).filter { $0.probability != nil }
            .map(\.tag)
        if !others.isEmpty { text.line("goes with: \(others.joined(separator: ", "))") }
        try Task.checkCancellation()
        let last = try service.items(ItemQuery(tags: [info.tag], limit: 3), of: nil)
        guard !last.items.isEmpty else { return }
        text.line("last:")
        for selection in last.items {
            let day = selection.timestamp.map { "\($0.prefix(10)) " } ?? ""
            let name = [selection.title, selection.location ?? ""].first { !$0.isEmpty } ?? ""
            text.item(day + (name.isEmpty ? selection.tags.joined(separator: ", ") : name))
        }
    }
}

/// Lines in Markdown or plain text; names are shown as they are.
private struct HoverText {
    let isMarkdown: Bool
    private(set) var text = ""

    init(isMarkdown: Bool) { self.isMarkdown = isMarkdown }

    mutating func heading(_ name: String) {
        text += isMarkdown ? "**\(shown(name))**" : name
    }

    mutating func line(_ line: String) {
        // Two line ends begin a paragraph in Markdown.
        text += (isMarkdown ? "\n\n" : "\n") + shown(line)
    }

    mutating func item(_ line: String) {
        text += "\n- " + shown(line)
    }

    private func shown(_ text: String) -> String {
        guard isMarkdown else { return text }
        return text.reduce(into: "") { shown, character in
            if "\\`*_{}[]<>()#!|~&".contains(character) { shown.append("\\") }
            shown.append(character)
        }
    }
}
