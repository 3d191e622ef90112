internal import JSON
internal import JSONRPC
internal import TaggedFiles

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// What the client says first, and what the server answers.
extension LanguageServer {
    /// Remembers what the client can do, and begins to read its folders.
    func initialize(_ parameters: JSONValue?) -> JSONValue {
        client = ClientAbilities(parameters)
        let folders = parameters?["workspaceFolders"]?.list?.compactMap { $0["uri"]?.string } ?? []
        let root = parameters?["rootUri"]?.string.flatMap(FileAddress.path)
        let paths = folders.compactMap(FileAddress.path)
        for path in paths.isEmpty
            ? [root ?? parameters?["rootPath"]?.string].compactMap(\.self) : paths
        {
            addFolder(path)
        }
        if let process = parameters?["processId"]?.integer.flatMap(Int32.init(exactly:)) {
            watch(process)
        }
        return [
            "serverInfo": ["name": "tagflow", "version": .string(version)],
            "capabilities": Self.capabilities(client),
        ]
    }

    private static func capabilities(_ client: ClientAbilities) -> JSONValue {
        [
            "positionEncoding": .string(client.encoding.rawValue),
            // Documents are opened and closed, changed piece by piece, and saved.
            "textDocumentSync": [
                "openClose": true, "change": 2, "save": ["includeText": false],
            ],
            "completionProvider": [
                "triggerCharacters": ["#", "/", ":", ",", " ", "["], "resolveProvider": false,
            ],
            "hoverProvider": true, "referencesProvider": true, "workspaceSymbolProvider": true,
            "renameProvider": ["prepareProvider": true],
            "codeActionProvider": ["codeActionKinds": ["quickfix"]],
            "executeCommandProvider": [
                "commands": .list(ServerCommand.allCases.map { .string($0.rawValue) })
            ],
            "workspace": [
                "workspaceFolders": ["supported": true, "changeNotifications": true]
            ],
        ]
    }

    /// Asks to be told of notes that other programs write.
    func watchFiles() {
        guard client.watchesFiles else { return }
        let endings = Workspace.languages.flatMap(\.endings).sorted()
            .map { String($0.dropFirst()) }
        ask(
            "client/registerCapability",
            [
                "registrations": [
                    [
                        "id": "tagflow-notes", "method": "workspace/didChangeWatchedFiles",
                        "registerOptions": [
                            "watchers": [
                                ["globPattern": .string("**/*.{\(endings.joined(separator: ","))}")]
                            ]
                        ],
                    ]
                ]
            ]
        )
    }

    /// Ends this process some seconds after the client's has died, should its end of the pipe have been left open.
    private func watch(_ process: Int32) {
        guard process > 0 else { return }
        Task.detached(priority: .background) { [weak self] in
            while self != nil {
                try? await Task.sleep(for: .seconds(3))
                if kill(process, 0) != 0, errno == ESRCH { _exit(1) }
            }
        }
    }

    // MARK: Folders

    /// Takes folders out of the workspace, and others in.
    func changeFolders(_ parameters: JSONValue?) {
        let paths = { (name: String) in
            (parameters?["event"]?[name]?.list ?? [])
                .compactMap { $0["uri"]?.string.flatMap(FileAddress.path) }
        }
        for path in paths("removed") { workspace.remove(path) }
        for path in paths("added") { addFolder(path) }
        updateOthers()
    }

    private func addFolder(_ path: String) {
        let token = JSONValue.string("tagflow-\(path)")
        let showsProgress = client.showsProgress
        if showsProgress { ask("window/workDoneProgress/create", ["token": token]) }
        let isThere = workspace.add(path) { [weak self] reading in
            Task.detached { await self?.tell(reading, of: path) }
        }
        guard isThere else {
            return log("'\(path)' is no folder that can be read; its notes are left out")
        }
        progress(path, ["kind": "begin", "title": "Reading the tags of your notes"])
    }

    private func progress(_ path: String, _ value: JSONValue) {
        guard client.showsProgress else { return }
        send(
            .notification(
                method: "$/progress",
                params: ["token": .string("tagflow-\(path)"), "value": value]
            )
        )
    }

    private func tell(_ reading: WorkspaceReading, of path: String) {
        guard reading.isOver else {
            return progress(path, ["kind": "report", "message": .string("\(reading.count) notes")])
        }
        if reading.unread > 0 {
            log("\(reading.unread) notes or folders below '\(path)' could not be read")
        }
        // Its end says that tags of notes are offered from now on.
        work.add { [weak self] in
            await self?.lookForOthers()
            await self?
                .progress(
                    path,
                    ["kind": "end", "message": .string("\(reading.count) notes")]
                )
        }
    }

    /// Looks again which tags of the notes the database does not know.
    func updateOthers() {
        work.add { [weak self] in await self?.lookForOthers() }
    }

    private nonisolated func lookForOthers() async {
        do {
            try await workspace.updateOthers(with: service)
        } catch {
            await log("\(error)")
        }
    }
}
