internal import Foundation
internal import JSON
internal import JSONRPC
internal import TagCore
internal import TagService
internal import TaggedFiles

/// Documents that the client opens, changes, saves and closes.
extension LanguageServer {
    func open(_ parameters: JSONValue?) {
        guard let document = OpenDocument(parameters?["textDocument"]) else { return }
        documents[document.uri] = document
        check(document.uri)
    }

    func change(_ parameters: JSONValue?) {
        guard let item = parameters?["textDocument"], let address = item["uri"]?.string else {
            return
        }
        documents[address]?
            .change(
                parameters?["contentChanges"]?.list ?? [],
                version: item["version"]?.integer,
                in: client.encoding
            )
        check(address)
    }

    func close(_ parameters: JSONValue?) {
        guard let address = parameters?["textDocument"]?["uri"]?.string,
            let document = documents.removeValue(forKey: address)
        else { return }
        // What was not saved is gone, and so are its hints.
        if let path = document.path { workspace.refresh(path) }
        publish([], of: document)
    }

    // MARK: Learning

    /// Learns the tags of a note that was saved.
    func save(_ parameters: JSONValue?) {
        guard let address = parameters?["textDocument"]?["uri"]?.string,
            let document = documents[address], let path = document.path
        else { return }
        workspace.refresh(path)
        work.add { [weak self] in
            await self?.learn(document, path)
            await self?.checkAll()
        }
        updateUnknownTags()
    }

    private nonisolated func learn(_ document: OpenDocument, _ path: String) async {
        guard let note = document.note, !workspace.leavesOut(path) else { return }
        let place = workspace.place(of: path)
        let thing = note.thing(at: place?.relative ?? path)
        do {
            let before = try service.item(at: thing.location, in: set)
            guard !thing.tags.isEmpty else {
                _ = try service.deleteItem(thing.location, in: set)
                return
            }
            // A note that is saved again and again is learnt when its tags change.
            let keys = { (tags: [String]) in Set(tags.map { TagKey($0) }) }
            guard keys(before?.tags ?? []) != keys(thing.tags) || before?.title != thing.title
            else {
                return
            }
            var options = ImportOptions(format: .json, name: path, skipsInvalid: true)
            // An import of the folder prunes what it brings, which is Markdown alone.
            options.importedFrom = document.language == .markdown ? place?.root.folder.path : nil
            let entry = ImportEntry(
                .file(thing.location),
                .item(
                    location: thing.location,
                    title: thing.title ?? "",
                    tags: thing.tags,
                    time: thing.time ?? Date()
                )
            )
            let report = try service.importEntries(options, into: set) { add in
                try add(entry, 0)
            }
            for fault in report.faults { await log("'\(path)': \(fault.problem)") }
        } catch {
            await log("'\(path)' was not learnt: \(error)")
        }
    }

    /// Reads files again that other programs have changed.
    func refresh(_ parameters: JSONValue?) {
        let paths = (parameters?["changes"]?.list ?? [])
            .compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
        guard !paths.isEmpty else { return }
        let workspace = workspace
        work.add { for path in paths { workspace.refresh(path) } }
        updateUnknownTags()
    }

    // MARK: Hints

    /// Looks for wrong tags in a document, once it rests.
    func check(_ address: String) {
        guard documents[address] != nil, unchecked.insert(address).inserted else { return }
        Task.detached { [weak self] in
            try? await Task.sleep(for: .milliseconds(150))
            self?.work.add { await self?.checkNow(address) }
        }
    }

    /// Looks for wrong tags in all documents.
    func checkAll() {
        for address in documents.keys.sorted() { check(address) }
    }

    private func checkNow(_ address: String) async {
        unchecked.remove(address)
        guard let document = documents[address] else { return }
        do {
            let names = Set(document.note?.names ?? [])
            let spellings = try await spellings.of(names, from: service)
            let diagnostics = scope.diagnostics(of: document, spellings)
            // Hints about an older text would stand in the wrong places.
            guard documents[address]?.version == document.version else { return }
            publish(diagnostics, of: document)
        } catch {
            log("\(error)")
        }
    }

    private func publish(_ diagnostics: [JSONValue], of document: OpenDocument) {
        send(
            .notification(
                method: "textDocument/publishDiagnostics",
                params: [
                    "uri": .string(document.uri), "version": .integer(Int64(document.version)),
                    "diagnostics": .list(diagnostics),
                ]
            )
        )
    }
}
