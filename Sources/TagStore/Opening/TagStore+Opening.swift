internal import GRDB

extension TagStore {
    /// Settings for a file that no other process sees; it is synchronized as a whole or removed.
    static let draftPragmas = "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF"

    /// Opens or creates the database at a location, or joins the stores that have it open.
    static func open(_ location: StoreLocation, concurrency: StoreConcurrency) throws -> OpenDatabase {
        guard case .file(let path) = location else {
            let queue = try DatabaseQueue(configuration: configuration())
            try DatabaseSchema.migrate(queue)
            return OpenDatabase(queue)
        }
        let isExclusive = concurrency == .exclusive
        return try OpenDatabases.share(path, isExclusive: isExclusive) { databasePath in
            if !isExclusive, let name = NetworkFileSystem.name(at: databasePath.folder) {
                throw StoreError.onNetwork(path: path, fileSystem: name)
            }
            return try DatabaseFile(path: databasePath, isExclusive: isExclusive)
                .prepare(knownVersion: DatabaseSchema.version) { draft in
                    try build(at: draft, configuration(isExclusive: isExclusive))
                }
        } connect: { databasePath, inspection in
            if inspection.isReadOnly {
                return OpenDatabase(
                    try immutableQueue(databasePath.resolved, path), of: inspection, at: databasePath.resolved)
            }
            let writer: any DatabaseWriter =
                switch concurrency {
                case .serial: try serialQueue(databasePath.resolved, path)
                case .pool: try DatabasePool(path: databasePath.resolved, configuration: checking(path))
                case .exclusive: try exclusiveQueue(databasePath.resolved, checking(path, isExclusive: true))
                }
            try migrateIfNeeded(writer, path: path)
            return OpenDatabase(writer, of: inspection, isExclusive: isExclusive)
        }
    }

    /// Builds a complete new database and closes it.
    private static func build(at path: String, _ configuration: Configuration) throws {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        try queue.writeWithoutTransaction { try $0.execute(sql: draftPragmas) }
        try DatabaseSchema.migrate(queue)
        let mode: String? = try queue.writeWithoutTransaction { try $0.useLog() }
        guard mode == "wal" else {
            throw StoreError.cannotCreate(path: path, reason: "its file system doesn't support write-ahead logs")
        }
        try queue.close()
    }

    /// Opens a database on a read-only file system, for which SQLite takes no locks and needs no other files.
    private static func immutableQueue(_ resolved: String, _ path: String) throws -> DatabaseQueue {
        var configuration = checking(path)
        configuration.readonly = true
        return try DatabaseQueue(path: DatabaseURI.immutable(resolved), configuration: configuration)
    }

    /// Opens a database with one connection.
    ///
    /// On a full disk there is no room for the shared index of the log, unless another process has created it. The index is in memory if
    /// all other processes are locked out, so that the database can be read.
    private static func serialQueue(_ resolved: String, _ path: String) throws -> DatabaseQueue {
        do { return try DatabaseQueue(path: resolved, configuration: checking(path)) } catch let error as DatabaseError
        {
            guard [.SQLITE_IOERR, .SQLITE_CANTOPEN, .SQLITE_FULL].contains(error.resultCode),
                SystemError.isDiskFull(at: resolved)
            else { throw error }
            return try DatabaseQueue(path: resolved, configuration: checking(path, isExclusive: true))
        }
    }

    /// Opens a database and locks out all other processes.
    private static func exclusiveQueue(_ path: String, _ configuration: Configuration) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: path, configuration: configuration)
        let mode: String? = try queue.writeWithoutTransaction { try $0.useLog() }
        guard mode == "wal" else {
            throw StoreError.cannotCreate(path: path, reason: "its file system doesn't support write-ahead logs")
        }
        return queue
    }

    private static func migrateIfNeeded(_ database: some DatabaseWriter, path: String) throws {
        var version = try database.writeWithoutTransaction { connection in
            // A pool sets NORMAL when it opens, but acknowledged writes must survive a power loss.
            // macOS leaves writes in the disk's cache unless it's asked for a full synchronization; elsewhere that changes nothing.
            try connection.execute(sql: "PRAGMA synchronous = FULL; PRAGMA fullfsync = ON")
            return try DatabaseSchema.version(of: connection)
        }
        if version < DatabaseSchema.version {
            try DatabaseSchema.migrate(database)
            version = try database.writeWithoutTransaction(DatabaseSchema.version)
        }
        guard version <= DatabaseSchema.version else {
            throw StoreError.newerSchema(path: path, version: version, known: DatabaseSchema.version)
        }
    }

    /// Returns the configuration for an existing file, whose schema is checked before its first use.
    private static func checking(_ path: String, isExclusive: Bool = false) -> Configuration {
        var configuration = configuration(isExclusive: isExclusive)
        // The connections of a pool write as soon as they are prepared.
        configuration.prepareDatabase { connection in
            if !connection.configuration.readonly { try DatabaseSchema.requireOurs(in: connection, path: path) }
            try DatabaseSchema.requireUnchanged(in: connection, path: path)
        }
        return configuration
    }

    private static func configuration(isExclusive: Bool = false) -> Configuration {
        var configuration = Configuration.distrusting()
        // An exclusive database that is locked belongs to another server, so waiting long is
        // useless.
        configuration.busyMode = .timeout(isExclusive ? 0.25 : 10)
        configuration.foreignKeysEnabled = true
        // Five connections for concurrent reads on a server, and one for short lookups.
        configuration.maximumReaderCount = 6
        configuration.label = "tagflow"
        configuration.prepareDatabase { connection in
            if isExclusive {
                // If this precedes any access to the file, SQLite keeps the index of the log in
                // memory instead of a shared file.
                try connection.execute(sql: "PRAGMA locking_mode = EXCLUSIVE")
                // Keep the log short. The next server to open the database has to read all of it,
                // page by page and possibly from a remote disk, before it can respond.
                try connection.execute(sql: "PRAGMA wal_autocheckpoint = 100")
                try connection.execute(sql: "PRAGMA temp_store = MEMORY")
            }
            // Truncating a file that is mapped into memory would kill the process (SIGBUS).
            try connection.execute(sql: "PRAGMA mmap_size = 0")
        }
        return configuration
    }
}

extension TagStore {
    /// Deletes an exclusive database and closes it; no other store of this process may have it open.
    package func delete() throws {
        let path = try DatabasePath(path, makesFolder: false)
        try DatabaseFile.delete(path, close: close)
    }
}
