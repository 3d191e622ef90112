internal import JSON
internal import JSONRPC
internal import TagCore
internal import TagService
internal import TaggedFiles

/// What a request is answered from: everything as it was when the request came.
///
/// It is a value, so that answers are worked out beside one another while the documents change on.
struct RequestScope: Sendable {
    /// Answers what is typed; nothing long is asked of it.
    let suggesting: TagService
    /// Answers all else.
    let service: TagService
    /// The set that notes are learnt in.
    let set: SetReference
    let documents: [String: OpenDocument]
    let workspace: Workspace
    let client: ClientAbilities

    /// The document of a request, which may be none that is open.
    func document(_ parameters: JSONValue?) -> OpenDocument? {
        parameters?["textDocument"]?["uri"]?.string.flatMap { documents[$0] }
    }

    /// The place of a request, in bytes.
    func offset(_ parameters: JSONValue?, in document: OpenDocument) -> Int? {
        TextPosition(parameters?["position"])
            .map { document.text.offset(of: $0, in: client.encoding) }
    }

    /// The tag at the place of a request.
    func tag(_ parameters: JSONValue?) -> (document: OpenDocument, tag: NoteTag, range: Range<Int>)?
    {
        guard let document = document(parameters), let note = document.note,
            let offset = offset(parameters, in: document)
        else { return nil }
        let found = note.tags.first { tag in
            guard let range = tag.range else { return false }
            // The cursor may be at the sign in front of a tag.
            let start = tag.form == .hashTag ? range.lowerBound - 1 : range.lowerBound
            return start <= offset && offset <= range.upperBound
        }
        guard let found, let range = found.range else { return nil }
        return (document, found, range)
    }

    /// The notes of the workspace, and those that are open, that have one of some tags.
    ///
    /// - Complexity: linear in the bytes of those notes.
    func notes(with keys: Set<String>) async throws -> [TaggedNote] {
        await workspace.ready()
        var notes = documents.values.sorted { $0.address < $1.address }
            .compactMap { document -> TaggedNote? in
                guard let note = document.note else { return nil }
                return TaggedNote(
                    document.address,
                    version: document.version,
                    document.text,
                    note,
                    keys
                )
            }
        let open = Set(documents.values.compactMap(\.path))
        for path in workspace.files(with: keys) where !open.contains(path) {
            try Task.checkCancellation()
            guard let note = workspace.note(at: path) else { continue }
            let address = FileAddress.address(of: path)
            if let found = TaggedNote(address, version: nil, nil, note, keys) {
                notes.append(found)
            }
        }
        return notes
    }

    /// Every spelling that leads to the tag of a name: its own, the tag's, and its aliases'.
    func keys(of name: String) async throws -> Set<String> {
        guard let tag = try await known(name) else { return [TagKey(name).text] }
        return Set(([tag.tag, name] + tag.aliases).map { TagKey($0).text })
    }

    /// The tag of a name; `nil` where the database has none.
    func known(_ name: String) async throws -> TagInfo? {
        do {
            return try service.tag(name)
        } catch TagServiceError.unknownTag {
            return nil
        }
    }

    /// Edits of several notes as clients take them.
    func workspaceEdit(_ edits: [(note: TaggedNote, edits: [JSONValue])]) -> JSONValue {
        guard client.takesVersions else {
            let changes = edits.map { ($0.note.address, JSONValue.list($0.edits)) }
            return ["changes": .object(Dictionary(changes) { first, _ in first })]
        }
        return [
            "documentChanges": .list(
                edits.map { note, edits in
                    [
                        "textDocument": [
                            "uri": .string(note.address),
                            "version": note.version.map { .integer(Int64($0)) } ?? .null,
                        ],
                        "edits": .list(edits),
                    ]
                }
            )
        ]
    }
}
