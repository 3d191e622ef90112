/// The content to show: the cells and the cursor's position.
package struct TerminalFrame: Equatable, Sendable {
    /// The cells.
    package var grid: CellGrid
    /// The position of the cursor; `nil` hides it.
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
