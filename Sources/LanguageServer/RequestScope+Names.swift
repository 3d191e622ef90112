internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles
internal import TextMeasurement

/// References, workspace symbols and renaming.
extension RequestScope {
    // MARK: References

    /// Returns all occurrences in the workspace of the tag at a position, including its aliases.
    func references(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let (_, tag, _) = tag(parameters) else { return .null }
        let notes = try await notes(with: keys(of: tag.name))
        return .list(
            notes.flatMap { note in
                note.ranges(in: client.encoding).compactMap(\.self).map { ["uri": .string(note.uri), "range": $0] }
            })
    }

    // MARK: Symbols

    /// The maximum number of symbols in a response.
    private static let symbolLimit = 100

    /// Returns the tags of the workspace that match a query, each with the location of one occurrence.
    func symbols(_ parameters: JSONValue?) async throws -> JSONValue {
        await workspace.ready()
        let text = parameters?["query"]?.string ?? ""
        let all = NoteTagMatcher(workspace.tags)
        var symbols: [JSONValue] = []
        for (name, count) in all.matches(text, limit: Self.symbolLimit) {
            try Task.checkCancellation()
            let key = TagKey(name).text
            guard let path = workspace.files(with: [key]).first, let note = workspace.note(at: path),
                let first = TaggedNote(
                    FileURI.uri(of: path), version: nil, documents.values.first { $0.path == path }?.text,
                    documents.values.first { $0.path == path }?.note ?? note, [key]),
                let range = first.ranges(in: client.encoding).first ?? nil
            else { continue }
            symbols.append([
                "name": .string(name), "kind": Self.keyKind,
                "containerName": .string(count == 1 ? "1 note" : "\(count) notes"),
                "location": ["uri": .string(first.uri), "range": range],
            ])
        }
        return .list(symbols)
    }

    /// `SymbolKind.Key`.
    private static let keyKind: JSONValue = 20

    // MARK: Renaming

    /// Returns the range of the tag to rename.
    func prepareRename(_ parameters: JSONValue?) -> JSONValue {
        guard let (document, tag, range) = tag(parameters) else { return .null }
        return ["range": document.text.value(of: range, in: client.encoding), "placeholder": .string(tag.name)]
    }

    /// Renames the tag at a position and those below it in the database, and returns the edits of all notes.
    ///
    /// Renaming `swift` to `swiftlang` in a note with the text `I like #swift` returns:
    ///
    /// ```
    /// {"changes": {"file:///notes/a.md": [{
    ///   "range": {"start": {"line": 0, "character": 8}, "end": {"line": 0, "character": 13}},
    ///   "newText": "swiftlang"
    /// }]}}
    /// ```
    ///
    /// Clients that accept document versions get `documentChanges` instead of `changes`.
    ///
    /// - Throws: `ResponseError` if the name belongs to another tag or can't be written in one of
    ///   the notes. In that case, nothing is renamed.
    func rename(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let name = parameters?["newName"]?.string else {
            throw ResponseError.invalidParams("'newName' must be a string")
        }
        guard let (_, tag, _) = tag(parameters) else { throw ResponseError.requestFailed("no tag at the cursor") }
        let edits = try await edits(renaming: tag.name, to: name)
        try Task.checkCancellation()
        try await renameInDatabase(tag.name, to: name)
        return workspaceEdit(edits)
    }

    /// Returns the edits that rename a tag and, unless it's an alias, those below it.
    private func edits(renaming old: String, to new: String) async throws -> [(note: TaggedNote, edits: [JSONValue])] {
        let known = try await known(old)
        let isAlias = known.map { !TagService.Tags.isSpelling($0.tag, of: old) } ?? false
        let keepsBelow = try isAlias || !service.sets.hasLevels(in: set)
        await workspace.ready()
        let names = workspace.tags.map(\.name) + documents.values.flatMap { $0.note?.tags.map(\.name) ?? [] }
        let below =
            keepsBelow
            ? [] : names.filter { TagService.Tags.name($0, afterRenaming: old, to: new) != nil }.map { TagKey($0).text }
        return try await edits(of: Set(below + [TagKey(old).text])) { name in
            TagService.Tags.name(name, afterRenaming: old, to: new) ?? new
        }
    }

    private func renameInDatabase(_ old: String, to new: String) async throws {
        guard let info = try await known(old) else { return }
        let (key, newKey) = (TagKey(old), TagKey(new))
        if TagKey(info.tag) == key {
            guard info.tag != new else { return }
            try service.tags.rename(info.tag, to: new)
        } else if try await known(new)?.tag != info.tag, newKey != key {
            // Renaming an alias adds a new alias, and the old one keeps referring to the tag.
            try service.tags.addAlias(new, to: info.tag)
        }
    }

    /// Returns the edits that replace all tags of the given keys with other names.
    ///
    /// - Throws: `ResponseError` with the first occurrence that can't be replaced.
    func edits(
        of keys: Set<String>, to name: (String) -> String
    ) async throws -> [(note: TaggedNote, edits: [JSONValue])] {
        let notes = try await notes(with: keys)
        do { return try notes.map { ($0, try $0.edits(to: name, in: client.encoding)) } } catch let error
            as UnwritableTagError
        {
            let path = FileURI.path(of: error.uri) ?? error.uri
            throw ResponseError.requestFailed(
                "can't replace \(error.tag.name.quoted) with \(name(error.tag.name).quoted) at \(path):\(error.tag.line); choose another name"
            )
        }
    }
}

extension ResponseError {
    /// Returns the error for a valid request that failed (-32803).
    static func requestFailed(_ message: String) -> Self { Self(code: -32_803, message: message) }
}

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
        let recent = try service.items.find(ItemQuery(tags: [info.tag], limit: 3), in: nil)
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
