/// What a recovery brought into the new database.
public struct RecoveryReport: Hashable, Sendable, Codable {
    /// The tables that hold what a person made, in a fixed order.
    public var tables: [RecoveredTable]
    /// How many tags were lost but for what refers to them; they are named `lost tag 12`.
    public var placeholders: Int
}

/// What a recovery brought of one table.
public struct RecoveredTable: Hashable, Sendable, Codable {
    /// The table's name.
    public var table: String
    /// The number of rows that were brought.
    public var brought = 0
    /// The number of rows that were read, and of which nothing could be made.
    public var lost = 0
    /// Whether all of the table could be reached.
    public var isWhole = true

    init(table: String, lost: Int, isWhole: Bool) {
        self.table = table
        self.lost = lost
        self.isWhole = isWhole
    }
}
