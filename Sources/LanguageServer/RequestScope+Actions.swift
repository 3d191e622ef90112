internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles
internal import TextMeasurement

/// Diagnostics for misspelled tags, and the actions that fix them.
extension RequestScope {
    // MARK: Diagnostics

    /// Returns diagnostics for aliases, other spellings and near duplicates in a document.
    ///
    /// If `ml` is an alias of `machine-learning`, a note that starts with `#ml` gets:
    ///
    /// ```
    /// {
    ///   "range": {"start": {"line": 0, "character": 1}, "end": {"line": 0, "character": 3}},
    ///   "severity": 4, "source": "tagflow", "code": "alias",
    ///   "message": "'ml' is an alias; write 'machine-learning'"
    /// }
    /// ```
    func diagnostics(of document: OpenDocument, _ spellings: [String: TagSpelling]) -> [JSONValue] {
        var positions = AscendingPositions(document.text, client.encoding)
        return (document.note?.tags ?? [])
            .compactMap { tag in spellings[tag.name].flatMap { diagnostic(of: tag, $0, &positions) } }
    }

    /// Returns a diagnostic, or nil for an alias whose tag can't be written at this position.
    private func diagnostic(
        of tag: NoteTag, _ spelling: TagSpelling, _ positions: inout AscendingPositions
    ) -> JSONValue? {
        guard let range = tag.range, tag.written(spelling.tag) != nil || spelling.reason == .similar else { return nil }
        return [
            "range": positions.value(of: range), "severity": Self.hint, "source": "tagflow",
            "code": .string(spelling.reason.rawValue), "message": .string(spelling.words),
        ]
    }

    /// `DiagnosticSeverity.Hint`.
    private static let hint: JSONValue = 4

    // MARK: Actions

    /// The maximum number of tags in a range for which actions are offered.
    private static let tagLimit = 5

    /// Returns the quick fixes for the tags in a range.
    func actions(_ parameters: JSONValue?) async throws -> JSONValue {
        let kinds = parameters?["context"]?["only"]?.list?.compactMap(\.string) ?? ["quickfix"]
        guard let document = document(parameters), let note = document.note,
            kinds.contains(where: { $0.isEmpty || $0 == "quickfix" }),
            let start = TextPosition(parameters?["range"]?["start"]),
            let end = TextPosition(parameters?["range"]?["end"])
        else { return [] }
        let first = document.text.offset(of: start, in: client.encoding)
        let last = document.text.offset(of: end, in: client.encoding)
        let tags = note.tags
            .filter { tag in
                guard let range = tag.range else { return false }
                return range.lowerBound - 1 <= last && first <= range.upperBound
            }
            .prefix(Self.tagLimit)
        let spellings = try service.tags.spellings(of: Set(tags.map(\.name)))
        var actions: [JSONValue] = []
        var names: Set<String> = []
        for tag in tags where names.insert(tag.name).inserted {
            if let spelling = spellings[tag.name] {
                actions += try await fixes(for: tag, spelling, in: document, note)
            } else if try await known(tag.name) == nil {
                actions.append(command(.add, "Add \(tag.name.quoted) as a tag", [tag.name]))
            }
        }
        return .list(actions)
    }

    private func fixes(
        for tag: NoteTag, _ spelling: TagSpelling, in document: OpenDocument, _ note: Note
    ) async throws -> [JSONValue] {
        let (name, other) = (tag.name, spelling.tag)
        var actions = replacements(for: tag, spelling, in: document, note)
        let info = try await known(name)
        if let info, TagKey(info.tag) == TagKey(name), spelling.reason == .similar {
            actions.append(
                command(
                    .merge, "Merge \(name.quoted) into \(other.quoted) in the database and all notes", [name, other]))
            actions.append(command(.distinguish, "Keep both \(name.quoted) and \(other.quoted)", [name, other]))
        } else if info == nil {
            actions.append(command(.alias, "Make \(name.quoted) an alias of \(other.quoted)", [name, other]))
            actions.append(command(.add, "Add \(name.quoted) as a tag separate from \(other.quoted)", [name, other]))
        }
        return actions
    }

    /// Returns the actions that replace one occurrence, and all occurrences in the note if there are several.
    private func replacements(
        for tag: NoteTag, _ spelling: TagSpelling, in document: OpenDocument, _ note: Note
    ) -> [JSONValue] {
        let keys: Set<String> = [TagKey(tag.name).text]
        guard let bytes = tag.written(spelling.tag), let range = tag.range,
            let all = TaggedNote(document.uri, version: document.version, document.text, note, keys)
        else { return [] }
        let edit: JSONValue = [
            "range": document.text.value(of: range, in: client.encoding),
            "newText": .string(String(decoding: bytes, as: UTF8.self)),
        ]
        var positions = AscendingPositions(document.text, client.encoding)
        var action: [String: JSONValue] = [
            "title": .string("Replace with \(spelling.tag.quoted)"), "kind": "quickfix", "isPreferred": true,
            "edit": workspaceEdit([(all, [edit])]),
        ]
        if let diagnostic = diagnostic(of: tag, spelling, &positions) { action["diagnostics"] = [diagnostic] }
        guard all.tags.count > 1 else { return [.object(action)] }
        let edits: [JSONValue]
        do { edits = try all.edits(to: { _ in spelling.tag }, in: client.encoding) } catch {
            // At least one occurrence can't be replaced, so offer only the single replacement.
            return [.object(action)]
        }
        return [
            .object(action),
            [
                "title": .string("Replace all in this note with \(spelling.tag.quoted)"), "kind": "quickfix",
                "edit": workspaceEdit([(all, edits)]),
            ],
        ]
    }

    private func command(_ command: ServerCommand, _ title: String, _ names: [String]) -> JSONValue {
        [
            "title": .string(title), "kind": "quickfix",
            "command": [
                "title": .string(title), "command": .string(command.rawValue),
                "arguments": .list(names.map { .string($0) }),
            ],
        ]
    }

    // MARK: Commands

    /// Runs a command.
    ///
    /// - Returns: The edit that the client should apply to the notes, or nil.
    func execute(_ parameters: JSONValue?) async throws -> JSONValue? {
        guard let name = parameters?["command"]?.string, let command = ServerCommand(rawValue: name) else {
            throw ResponseError.invalidParams(
                "'command' must be one of \(ServerCommand.allCases.map(\.rawValue).joined(separator: ", "))")
        }
        let names = parameters?["arguments"]?.list?.compactMap(\.string) ?? []
        guard let first = names.first, names.count <= 2, command == .add || names.count == 2 else {
            throw ResponseError.invalidParams("'arguments' must be the names of one or two tags")
        }
        let second = names.last ?? first
        switch command {
        case .merge:
            let edits = try await edits(of: [TagKey(first).text]) { _ in second }
            try Task.checkCancellation()
            try service.tags.merge(first, into: second)
            return edits.isEmpty ? nil : workspaceEdit(edits)
        case .alias: try service.tags.addAlias(first, to: second)
        case .add:
            try service.tags.create(first, sets: [service.sets.name(of: set)])
            if names.count == 2 { try service.tags.distinguish(first, from: second) }
        case .distinguish: try service.tags.distinguish(first, from: second)
        }
        return nil
    }
}
