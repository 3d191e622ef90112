internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles

/// Completion of the tag being typed.
extension RequestScope {
    /// The maximum number of completions.
    private static let limit = 30

    /// Returns the tags that match the typed text, ranked by the note's other tags and its text.
    ///
    /// The list is always marked incomplete, so that the server matches again at each keystroke and
    /// tolerates typos. The `filterText` of each item starts with the typed text, so that clients
    /// don't filter it out.
    ///
    /// For `#mahcine` with the cursor at the end, the item of the tag `machine-learning` contains:
    ///
    /// ```
    /// {
    ///   "label": "machine-learning",
    ///   "filterText": "mahcine machine-learning",
    ///   "textEdit": {"newText": "machine-learning", "range": ...}
    /// }
    /// ```
    func completion(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let document = document(parameters), let offset = offset(parameters, in: document),
            let typed = TypedTag(in: document.text.bytes, at: offset, document.language)
        else { return .null }
        let query = SuggestionQuery(
            text: typed.text, given: typed.others, item: ItemEvidence(lines: typed.words), limit: Self.limit)
        let known = try suggesting.suggestions.find(for: query)
        try Task.checkCancellation()
        var items = CompletionItems(typed, at: offset, in: document.text, client)
        for tag in known {
            var reasons = tag.because
            if tag.new == true { reasons.append("not in your database yet") }
            items.add(tag.tag, reasons.joined(separator: ", "), isNew: tag.new == true)
        }
        for tag in workspace.unknownTags.matches(typed.text, limit: Self.limit - items.count) {
            let notes = tag.count == 1 ? "1 note" : "\(tag.count) notes"
            items.add(tag.name, "in \(notes)", isNew: false)
        }
        if !typed.text.isEmpty, try await isNew(typed.text, items) { items.add(typed.text, "new tag", isNew: true) }
        return items.value
    }

    /// Returns whether neither the database nor another note has a tag of this name.
    private func isNew(_ name: String, _ items: CompletionItems) async throws -> Bool {
        let key = TagKey(name).text
        guard !key.isEmpty, !items.contains(key), workspace.count(of: key) <= 1 else { return false }
        return try suggesting.tags.unknownNames(among: [name]) == [name]
    }
}

/// The list of LSP completion items, in ranked order.
private struct CompletionItems {
    private let typed: TypedTag
    private let edit: [String: JSONValue]
    private var items: [JSONValue] = []
    private var keys: Set<String> = []

    init(_ typed: TypedTag, at offset: Int, in text: EditedText, _ client: ClientCapabilities) {
        self.typed = typed
        let whole = text.value(of: typed.range, in: client.encoding)
        let before = text.value(of: typed.range.lowerBound..<offset, in: client.encoding)
        edit = client.insertsOrReplaces ? ["insert": before, "replace": whole] : ["range": whole]
    }

    var count: Int { items.count }

    func contains(_ key: String) -> Bool { keys.contains(key) }

    /// Adds a tag unless it's already in the list or can't be written at this position.
    mutating func add(_ name: String, _ detail: String, isNew: Bool) {
        guard let bytes = typed.form.written(name), keys.insert(TagKey(name).text).inserted else { return }
        var edit = edit
        edit["newText"] = .string(String(decoding: bytes, as: UTF8.self) + typed.suffix)
        let rank = String(items.count)
        items.append([
            "label": .string(name), "kind": isNew ? Self.textKind : Self.valueKind, "detail": .string(detail),
            "sortText": .string(String(repeating: "0", count: max(0, 4 - rank.count)) + rank),
            "filterText": .string(typed.text.isEmpty ? name : "\(typed.text) \(name)"), "textEdit": .object(edit),
        ])
    }

    /// `CompletionItemKind.Text`.
    private static let textKind: JSONValue = 1
    /// `CompletionItemKind.Value`.
    private static let valueKind: JSONValue = 12

    var value: JSONValue { ["isIncomplete": true, "items": .list(items)] }
}
