/// The numbers that `sync setup` prints before it asks.
public struct SetUpReport: Hashable, Sendable {
    /// The items of this database.
    public let itemsHere: Int
    /// The items of the store.
    public let itemsThere: Int
    /// The items of the union.
    public let itemsAfter: Int
}

extension SyncDevice {
    /// Creates a store in a folder, or joins its store: reads it, and adds the rows of this database (rule 10).
    ///
    /// The rows become registers in one transaction; the first exchange sends them as a base.
    @discardableResult public mutating func setUp(
        _ folder: inout StoreFolder, now: UInt64, options: ExchangeOptions = ExchangeOptions()
    ) throws(ExchangeError) -> SetUpReport {
        if folder.header == nil {
            guard folder.files.isEmpty else { throw .missingStore }
            try options.checkpoint()
            folder.header = StoreFolder.Header(store: random.next())
        }
        let store = folder.header?.store ?? 0
        try Self.check(folder, store: store)
        let content = LocalContent(database)
        var draft = database
        draft.device = DeviceID(random.next())
        draft.files.join(store)
        draft.replaceRegisters(Registers())
        let readable = folder.files.filter { name, file in
            !file.isDamaged && file.name == name && file.store == store && options.hasArrived(name)
        }
        _ = draft.receive(readable.sorted { $0.key < $1.key }.map(\.value))
        let there = draft.state.items.count
        var edit = Edit(draft, stamp: .zero, random: random)
        var rows = RowMap()
        edit.add(content, &rows)
        random = edit.random
        draft.apply(edit, isUndoable: false)
        // What others did before is their past, not a step of this device.
        draft.forgetSteps()
        try options.checkpoint()
        database = draft
        return SetUpReport(itemsHere: content.items.count, itemsThere: there, itemsAfter: database.state.items.count)
    }

    /// Stops syncing.
    ///
    /// Nothing is deleted on either side; joining again is a new set-up.
    public mutating func leave() { database.files = FileRecords() }
}
