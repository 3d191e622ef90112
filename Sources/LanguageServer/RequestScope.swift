internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles

/// A snapshot of the server's state when a request arrived.
///
/// Requests run concurrently while the documents keep changing.
struct RequestScope: Sendable {
    /// The service for suggestions while the user is typing; slow queries don't use it.
    let suggesting: TagService
    /// The service for everything else.
    let service: TagService
    /// The tag set that notes are saved in.
    let set: SetReference
    /// The open documents by URI.
    let documents: [String: OpenDocument]
    let workspace: Workspace
    let client: ClientCapabilities

    /// Returns the document of a request, or nil if it isn't open.
    func document(_ parameters: JSONValue?) -> OpenDocument? {
        parameters?["textDocument"]?["uri"]?.string.flatMap { documents[$0] }
    }

    /// Returns the position of a request as an offset in bytes.
    func offset(_ parameters: JSONValue?, in document: OpenDocument) -> Int? {
        TextPosition(parameters?["position"]).map { document.text.offset(of: $0, in: client.encoding) }
    }

    /// Returns the tag at the position of a request.
    func tag(_ parameters: JSONValue?) -> (document: OpenDocument, tag: NoteTag, range: Range<Int>)? {
        guard let document = document(parameters), let note = document.note,
            let offset = offset(parameters, in: document)
        else { return nil }
        let found = note.tags.first { tag in
            guard let range = tag.range else { return false }
            // The cursor may be on the '#'.
            let start = tag.form == .hashTag ? range.lowerBound - 1 : range.lowerBound
            return start <= offset && offset <= range.upperBound
        }
        guard let found, let range = found.range else { return nil }
        return (document, found, range)
    }

    /// Returns the notes of the workspace and the open documents that have any of the given tags.
    ///
    /// - Complexity: Linear in the total size of these notes.
    func notes(with keys: Set<String>) async throws -> [TaggedNote] {
        await workspace.ready()
        var notes = documents.values.sorted { $0.uri < $1.uri }
            .compactMap { document -> TaggedNote? in
                guard let note = document.note else { return nil }
                return TaggedNote(document.uri, version: document.version, document.text, note, keys)
            }
        let open = Set(documents.values.compactMap(\.path))
        for path in workspace.files(with: keys) where !open.contains(path) {
            try Task.checkCancellation()
            guard let note = workspace.note(at: path) else { continue }
            let uri = FileURI.uri(of: path)
            if let found = TaggedNote(uri, version: nil, nil, note, keys) { notes.append(found) }
        }
        return notes
    }

    /// Returns the keys of a tag and all its aliases, given any of its names.
    func keys(of name: String) async throws -> Set<String> {
        guard let tag = try await known(name) else { return [TagKey(name).text] }
        return Set(([tag.tag, name] + tag.aliases).map { TagKey($0).text })
    }

    /// Returns the tag with a name or alias, or nil if the database doesn't contain it.
    func known(_ name: String) async throws -> TagInfo? {
        do { return try service.tags.named(name) } catch TagServiceError.unknownTag { return nil }
    }

    /// Returns an LSP `WorkspaceEdit`.
    func workspaceEdit(_ edits: [(note: TaggedNote, edits: [JSONValue])]) -> JSONValue {
        guard client.acceptsVersions else {
            let changes = edits.map { ($0.note.uri, JSONValue.list($0.edits)) }
            return ["changes": .object(Dictionary(changes) { first, _ in first })]
        }
        return [
            "documentChanges": .list(
                edits.map { note, edits in
                    [
                        "textDocument": [
                            "uri": .string(note.uri), "version": note.version.map { .integer(Int64($0)) } ?? .null,
                        ], "edits": .list(edits),
                    ]
                })
        ]
    }
}
