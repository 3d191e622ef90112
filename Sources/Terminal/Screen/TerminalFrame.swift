/// The content to show: the cells and the cursor's position.
package struct TerminalFrame: Equatable, Sendable {
    /// The cells.
    package var grid: CellGrid
    /// The position of the cursor; `nil` hides it.
    package var cursor: CellPosition?

    package init(grid: CellGrid, cursor: CellPosition? = nil) {
        self.grid = grid
        self.cursor = cursor
    }

    /// Creates an empty frame without a cursor.
    package init(size: CellSize, cellWidth: @escaping CellWidth) {
        self.init(grid: CellGrid(size: size, cellWidth: cellWidth))
    }
}
