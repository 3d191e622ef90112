internal import Foundation
internal import JSON
internal import TagCore
internal import TagService
internal import TaggedFiles
internal import TextMeasurement

/// Document synchronization: open, change, save and close.
extension LanguageServer {
    func open(_ parameters: JSONValue?) {
        guard let document = OpenDocument(parameters?["textDocument"]) else { return }
        documents[document.uri] = document
        check(document.uri)
    }

    func change(_ parameters: JSONValue?) {
        guard let item = parameters?["textDocument"], let uri = item["uri"]?.string else { return }
        documents[uri]?
            .change(parameters?["contentChanges"]?.list ?? [], version: item["version"]?.integer, in: client.encoding)
        check(uri)
    }

    func close(_ parameters: JSONValue?) {
        guard let uri = parameters?["textDocument"]?["uri"]?.string, let document = documents.removeValue(forKey: uri)
        else { return }
        // Unsaved changes are discarded, so the tags on disk count again.
        if let path = document.path { workspace.refresh(path) }
        publish([], of: document)
    }

    // MARK: Saving

    /// Saves the tags of a saved note in the database, so that suggestions learn from them.
    func save(_ parameters: JSONValue?) {
        guard let uri = parameters?["textDocument"]?["uri"]?.string, let document = documents[uri],
            let path = document.path
        else { return }
        workspace.refresh(path)
        queue.add { [weak self] in
            await self?.saveItem(of: document, path)
            await self?.checkAll()
        }
        updateUnknownTags()
    }

    private nonisolated func saveItem(of document: OpenDocument, _ path: String) async {
        guard let note = document.note, !workspace.skips(path) else { return }
        let place = workspace.root(of: path)
        let item = note.item(at: place?.relative ?? path, in: place?.root.folder.path ?? "")
        do {
            let stored = try service.items.item(at: item.location, in: savingSet)
            // A note without tags isn't worth an item, unless it had tags before.
            guard stored != nil || !item.tags.isEmpty else { return }
            // Editors save often, so commit only if the tags or the title have changed.
            let keys = { (tags: [String]) in Set(tags.map { TagKey($0) }) }
            guard keys(stored?.tags ?? []) != keys(item.tags) || stored?.title != item.title else { return }
            var options = ImportOptions(format: .json, name: path, skipsInvalid: true)
            // Importing the folder reads only Markdown files, and prunes items that were imported from the folder
            // before and not found again. So items of other languages must not count as imported from it.
            options.importedFrom = document.language == .markdown ? place?.root.folder.path : nil
            let entry = ImportEntry(
                .file(item.location),
                .item(location: item.location, title: item.title ?? "", tags: item.tags, time: item.time ?? Date()))
            let report = try service.files.importEntries(options, into: savingSet) { add in try add(entry, 0) }
            for error in report.errors { await log("\(path.quoted): \(error.problem)") }
        } catch { await log("can't save the tags of \(path.quoted): \(error)") }
    }

    /// Rereads files that other programs changed.
    func refresh(_ parameters: JSONValue?) {
        let paths = (parameters?["changes"]?.list ?? []).compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
        guard !paths.isEmpty else { return }
        let workspace = workspace
        queue.add { for path in paths { workspace.refresh(path) } }
        updateUnknownTags()
    }

    // MARK: Diagnostics

    /// Checks the tags of a document after a short delay, once for several changes in a row.
    func check(_ uri: String) {
        guard documents[uri] != nil, unchecked.insert(uri).inserted else { return }
        Task.detached { [weak self] in
            do { try await Task.sleep(for: .milliseconds(150)) } catch { return }
            self?.queue.add { await self?.checkNow(uri) }
        }
    }

    /// Checks the tags of all open documents.
    func checkAll() { for uri in documents.keys.sorted() { check(uri) } }

    private func checkNow(_ uri: String) async {
        unchecked.remove(uri)
        guard let document = documents[uri] else { return }
        do {
            let names = Set(document.note?.names ?? [])
            let spellings = try await spellings.corrections(of: names, from: service)
            let diagnostics = scope.diagnostics(of: document, spellings)
            // If the document has changed in the meantime, the ranges are wrong.
            guard documents[uri]?.version == document.version else { return }
            publish(diagnostics, of: document)
        } catch { log("\(error)") }
    }

    private func publish(_ diagnostics: [JSONValue], of document: OpenDocument) {
        send(
            .notification(
                method: "textDocument/publishDiagnostics",
                params: [
                    "uri": .string(document.uri), "version": .integer(Int64(document.version)),
                    "diagnostics": .list(diagnostics),
                ]))
    }
}
