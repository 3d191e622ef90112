internal import JSON
internal import TaggedFiles
internal import TextMeasurement

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// Initialization and workspace folders.
extension LanguageServer {
    /// Stores the client's capabilities, starts reading its folders and returns the server's capabilities.
    func initialize(_ parameters: JSONValue?) -> JSONValue {
        client = ClientCapabilities(parameters)
        let folders = parameters?["workspaceFolders"]?.list?.compactMap { $0["uri"]?.string } ?? []
        let root = parameters?["rootUri"]?.string.flatMap(FileURI.path)
        let paths = folders.compactMap(FileURI.path)
        for path in paths.isEmpty ? [root ?? parameters?["rootPath"]?.string].compactMap(\.self) : paths {
            addFolder(path)
        }
        if let process = parameters?["processId"]?.integer.flatMap(Int32.init(exactly:)) { watch(process) }
        return [
            "serverInfo": ["name": "tagflow", "version": .string(version)], "capabilities": Self.capabilities(client),
        ]
    }

    private static func capabilities(_ client: ClientCapabilities) -> JSONValue {
        [
            "positionEncoding": .string(client.encoding.rawValue),
            // 2 is incremental synchronization.
            "textDocumentSync": ["openClose": true, "change": 2, "save": ["includeText": false]],
            "completionProvider": ["triggerCharacters": ["#", "/", ":", ",", " ", "["], "resolveProvider": false],
            "hoverProvider": true, "referencesProvider": true, "workspaceSymbolProvider": true,
            "renameProvider": ["prepareProvider": true], "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            "executeCommandProvider": ["commands": .list(ServerCommand.allCases.map { .string($0.rawValue) })],
            "workspace": ["workspaceFolders": ["supported": true, "changeNotifications": true]],
        ]
    }

    /// Registers for notifications about notes that other programs write.
    func watchFiles() {
        guard client.watchesFiles else { return }
        let endings = Workspace.languages.flatMap(\.endings).sorted().map { String($0.dropFirst()) }
        request(
            "client/registerCapability",
            [
                "registrations": [
                    [
                        "id": "tagflow-notes", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": [
                            "watchers": [["globPattern": .string("**/*.{\(endings.joined(separator: ","))}")]]
                        ],
                    ]
                ]
            ])
    }

    /// Exits soon after the client's process has ended, even if another process keeps the pipe open.
    private func watch(_ process: Int32) {
        guard process > 0 else { return }
        Task.detached(priority: .background) { [weak self] in
            while self != nil {
                do { try await Task.sleep(for: .seconds(3)) } catch { return }
                if kill(process, 0) != 0, errno == ESRCH { _exit(1) }
            }
        }
    }

    // MARK: Folders

    /// Removes and adds workspace folders.
    func changeFolders(_ parameters: JSONValue?) {
        let paths = { (name: String) in
            (parameters?["event"]?[name]?.list ?? []).compactMap { $0["uri"]?.string.flatMap(FileURI.path) }
        }
        for path in paths("removed") { workspace.remove(path) }
        for path in paths("added") { addFolder(path) }
        updateUnknownTags()
    }

    private func addFolder(_ path: String) {
        let token = JSONValue.string("tagflow-\(path)")
        let showsProgress = client.showsProgress
        if showsProgress { request("window/workDoneProgress/create", ["token": token]) }
        do {
            try workspace.add(path) { [weak self] progress in Task.detached { await self?.report(progress, of: path) } }
        } catch { return log("can't read the folder \(path.quoted): \(error); its notes are ignored") }
        progress(path, ["kind": "begin", "title": "Reading the tags of your notes"])
    }

    private func progress(_ path: String, _ value: JSONValue) {
        guard client.showsProgress else { return }
        send(.notification(method: "$/progress", params: ["token": .string("tagflow-\(path)"), "value": value]))
    }

    private func report(_ reading: WorkspaceProgress, of path: String) {
        guard reading.isFinished else {
            return progress(path, ["kind": "report", "message": .string("\(reading.count) notes")])
        }
        if reading.unreadable > 0 { log("can't read \(reading.unreadable) notes or folders in \(path.quoted)") }
        // Report the end only once completion can offer the tags of the notes.
        queue.add { [weak self] in
            await self?.findUnknownTags()
            await self?.progress(path, ["kind": "end", "message": .string("\(reading.count) notes")])
        }
    }

    /// Updates the list of tags that appear in notes but not in the database.
    func updateUnknownTags() { queue.add { [weak self] in await self?.findUnknownTags() } }

    private nonisolated func findUnknownTags() async {
        do { try await workspace.updateUnknownTags(with: service) } catch { await log("\(error)") }
    }
}
