/// What the terminal shall show: the cells and where the cursor stands.
package struct TerminalFrame: Equatable, Sendable {
    /// The cells.
    package var grid: CellGrid
    /// Where the cursor is shown; nil hides it.
    package var cursor: CellPosition?

    /// Makes a frame.
    package init(grid: CellGrid, cursor: CellPosition? = nil) {
        self.grid = grid
        self.cursor = cursor
    }

    /// Makes an empty frame.
    package init(size: CellSize, cellWidth: @escaping CellWidth) {
        self.init(grid: CellGrid(size: size, cellWidth: cellWidth))
    }
}
