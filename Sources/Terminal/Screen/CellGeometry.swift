/// A cell of the screen by row and column, both from 0.
package struct CellPosition: Hashable, Sendable {
    /// The row, from the top.
    package var row: Int
    /// The column, from the left.
    package var column: Int

    /// Makes a position.
    package init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// A size in cells.
package struct CellSize: Hashable, Sendable {
    /// The number of columns.
    package var columns: Int
    /// The number of rows.
    package var rows: Int

    /// Makes a size; negative numbers count as 0, and neither side is above `limit`.
    package init(columns: Int, rows: Int) {
        self.columns = min(max(columns, 0), Self.limit)
        self.rows = min(max(rows, 0), Self.limit)
    }

    /// The most cells a side has: a terminal that claims more is not believed.
    package static let limit = 4096
}

/// How many cells a terminal gives a grapheme: 0, 1 or 2.
package typealias CellWidth = @Sendable (Character) -> Int
