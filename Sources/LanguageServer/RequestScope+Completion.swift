internal import JSON
internal import JSONRPC
internal import TagCore
internal import TagService
internal import TaggedFiles

/// Completing a tag that is being typed.
extension RequestScope {
    /// The most tags that are offered at once.
    private static let limit = 30

    /// The tags that fit what is typed, the note's other tags and its text.
    ///
    /// The list is never complete: which tags fit is decided here at each key, typos and all. What a client compares with the typed
    /// text begins with that text, so that it leaves out nothing.
    func completion(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let document = document(parameters), let offset = offset(parameters, in: document),
            let typed = TypedTag(in: document.text.bytes, at: offset, document.language)
        else { return .null }
        let query = SuggestionQuery(
            text: typed.text,
            given: typed.others,
            title: typed.words,
            limit: Self.limit
        )
        let known = try suggesting.suggestions(for: query)
        try Task.checkCancellation()
        var items = CompletionItems(typed, at: offset, in: document.text, client)
        for tag in known {
            var reasons = tag.because
            if tag.new == true { reasons.append("not in your database yet") }
            items.add(tag.tag, reasons.joined(separator: ", "), isNew: tag.new == true)
        }
        for other in workspace.others.matches(typed.text, limit: Self.limit - items.count) {
            let notes = other.count == 1 ? "1 note" : "\(other.count) notes"
            items.add(other.name, "in \(notes)", isNew: false)
        }
        if !typed.text.isEmpty, try await isNew(typed.text, items) {
            items.add(typed.text, "new tag", isNew: true)
        }
        return items.value
    }

    /// Whether no tag has a name yet.
    private func isNew(_ name: String, _ items: CompletionItems) async throws -> Bool {
        let key = TagKey(name).text
        guard !key.isEmpty, !items.contains(key), workspace.count(of: key) <= 1 else {
            return false
        }
        return try suggesting.unknownNames(among: [name]) == [name]
    }
}

/// Items as clients take them, in their order.
private struct CompletionItems {
    private let typed: TypedTag
    private let edit: [String: JSONValue]
    private var items: [JSONValue] = []
    private var keys: Set<String> = []

    init(_ typed: TypedTag, at offset: Int, in text: EditedText, _ client: ClientAbilities) {
        self.typed = typed
        let whole = text.value(of: typed.range, in: client.encoding)
        let before = text.value(of: typed.range.lowerBound..<offset, in: client.encoding)
        edit = client.insertsOrReplaces ? ["insert": before, "replace": whole] : ["range": whole]
    }

    var count: Int { items.count }

    func contains(_ key: String) -> Bool { keys.contains(key) }

    /// Adds a tag, unless it is there already or cannot be written in this place.
    mutating func add(_ name: String, _ detail: String, isNew: Bool) {
        guard let bytes = typed.form.written(name), keys.insert(TagKey(name).text).inserted else {
            return
        }
        var edit = edit
        edit["newText"] = .string(String(decoding: bytes, as: UTF8.self) + typed.suffix)
        let place = String(items.count)
        items.append([
            "label": .string(name), "kind": isNew ? Self.textKind : Self.valueKind,
            "detail": .string(detail),
            "sortText": .string(String(repeating: "0", count: max(0, 4 - place.count)) + place),
            "filterText": .string(typed.text.isEmpty ? name : "\(typed.text) \(name)"),
            "textEdit": .object(edit),
        ])
    }

    /// The protocol's kinds of items.
    private static let textKind: JSONValue = 1
    private static let valueKind: JSONValue = 12

    var value: JSONValue { ["isIncomplete": true, "items": .list(items)] }
}
