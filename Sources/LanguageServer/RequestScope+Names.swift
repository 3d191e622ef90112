internal import JSON
internal import JSONRPC
internal import TagCore
internal import TagService
internal import TaggedFiles

/// Renaming a tag everywhere, and finding where it stands.
extension RequestScope {
    // MARK: References

    /// Every place of the workspace where the tag at a place stands, its aliases too.
    func references(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let (_, tag, _) = tag(parameters) else { return .null }
        let notes = try await notes(with: keys(of: tag.name))
        return .list(
            notes.flatMap { note in
                note.ranges(in: client.encoding).compactMap(\.self)
                    .map { ["uri": .string(note.address), "range": $0] }
            }
        )
    }

    // MARK: Symbols

    /// The most symbols of an answer.
    private static let symbolLimit = 100

    /// The tags of the workspace that match a text, each with the first place where it stands.
    func symbols(_ parameters: JSONValue?) async throws -> JSONValue {
        await workspace.ready()
        let text = parameters?["query"]?.string ?? ""
        let all = OtherTags(workspace.tags)
        var symbols: [JSONValue] = []
        for (name, count) in all.matches(text, limit: Self.symbolLimit) {
            try Task.checkCancellation()
            let key = TagKey(name).text
            guard let path = workspace.files(with: [key]).first,
                let note = workspace.note(at: path),
                let first = TaggedNote(
                    FileAddress.address(of: path),
                    version: nil,
                    documents.values.first { $0.path == path }?.text,
                    documents.values.first { $0.path == path }?.note ?? note,
                    [key]
                ), let range = first.ranges(in: client.encoding).first ?? nil
            else { continue }
            symbols.append([
                "name": .string(name), "kind": Self.keyKind,
                "containerName": .string(count == 1 ? "1 note" : "\(count) notes"),
                "location": ["uri": .string(first.address), "range": range],
            ])
        }
        return .list(symbols)
    }

    /// The protocol's kind of a key.
    private static let keyKind: JSONValue = 20

    // MARK: Renaming

    /// The range of the tag that would be renamed.
    func prepareRename(_ parameters: JSONValue?) -> JSONValue {
        guard let (document, tag, range) = tag(parameters) else { return .null }
        return [
            "range": document.text.value(of: range, in: client.encoding),
            "placeholder": .string(tag.name),
        ]
    }

    /// Renames the tag at a place in the database, and answers what is to be changed in all notes.
    ///
    /// - Throws: `ResponseError` where the name is another tag's, or cannot be written somewhere; then nothing is renamed.
    func rename(_ parameters: JSONValue?) async throws -> JSONValue {
        guard let name = parameters?["newName"]?.string else {
            throw ResponseError.invalidParams("'newName' is a text")
        }
        guard let (_, tag, _) = tag(parameters) else {
            throw ResponseError.requestFailed("there is no tag here to rename")
        }
        let key = TagKey(tag.name)
        let edits = try await edits(of: [key.text], to: name)
        try Task.checkCancellation()
        try await renameInDatabase(tag.name, to: name)
        return workspaceEdit(edits)
    }

    private func renameInDatabase(_ old: String, to new: String) async throws {
        guard let info = try await known(old) else { return }
        let (key, newKey) = (TagKey(old), TagKey(new))
        if TagKey(info.tag) == key {
            guard info.tag != new else { return }
            _ = try service.renameTag(info.tag, to: new)
        } else if try await known(new)?.tag != info.tag, newKey != key {
            // An alias is written otherwise from now on, and the one before still leads to the tag.
            _ = try service.addAlias(new, of: info.tag)
        }
    }

    /// Edits that write another name wherever tags of some keys stand.
    ///
    /// - Throws: `ResponseError` with the first place where it cannot be written.
    func edits(
        of keys: Set<String>,
        to name: String
    ) async throws -> [(note: TaggedNote, edits: [JSONValue])] {
        let notes = try await notes(with: keys)
        do {
            return try notes.map { ($0, try $0.edits(to: name, in: client.encoding)) }
        } catch let problem as UnwritableTag {
            let path = FileAddress.path(of: problem.address) ?? problem.address
            throw ResponseError.requestFailed(
                "'\(name)' cannot be written in the place of '\(problem.tag.name)' at \(path):\(problem.tag.line); give another name"
            )
        }
    }
}

extension ResponseError {
    /// A request that was understood and could not be done.
    static func requestFailed(_ message: String) -> Self { Self(code: -32_803, message: message) }
}
