/// The step of an exchange while it is made: `undo` skips it, and it leaves the steps that can be redone.
struct ReceivedStep {
    /// The names of the devices, such as `laptop` or `laptop and desktop`.
    let devices: String
    /// The newest version of each row that the exchange replaced.
    private var rows: [ChangedRow: RowChange] = [:]

    init(devices: [String]) {
        let names = devices.isEmpty ? ["another device"] : devices
        self.devices = names.count == 1 ? names[0] : "\(names.dropLast().joined(separator: ", ")) and \(names[names.count - 1])"
    }

    /// Records a change if it replaced a row whose fields undo reverts one by one.
    mutating func note(_ change: RowChange, inverse: RowChange) {
        guard change.hasFields, let row = ChangedRow(of: change), ChangedRow(of: inverse) == row, inverse.hasFields else {
            return
        }
        rows[row] = change
    }

    /// Returns the rows as they are stored.
    func encodedRows() throws -> String {
        try UndoLog.encoded(
            rows.values.map { change in
                guard case .putItem(var row) = change else { return change }
                // Fields are compared, not what was learned.
                (row.evidence, row.sample, row.pairedTagIDs) = (nil, nil, nil)
                return .putItem(row)
            })
    }
}

extension StoreWriter {
    /// Makes the transaction the step of an exchange, such as `received 12 changes from laptop`.
    ///
    /// - Parameters:
    ///   - count: the number of changes.
    ///   - devices: the names of the devices that made them.
    package func receive(_ count: Int, from devices: [String]) {
        let step = ReceivedStep(devices: devices)
        received = step
        summary = "received \(count == 1 ? "1 change" : "\(count) changes") from \(step.devices)"
    }
}
