extension TerminalSession {
    /// Shows a frame, and notes where the cursor then is so that a signal can clear an inline drawing.
    ///
    /// - Parameters:
    ///   - frame: what to show; see `Screen.draw`.
    ///   - screen: what is shown so far, on this session's terminal.
    /// - Throws: `TerminalError.system` where the terminal takes nothing any more.
    package func show(_ frame: TerminalFrame, on screen: inout Screen) throws(TerminalError) {
        try write(screen.draw(frame))
        note(screen)
    }

    /// Ends a drawing, clearing it away or leaving it; see `Screen.end`.
    package func end(_ screen: inout Screen, keepsDrawing: Bool) throws(TerminalError) {
        TerminalGuard.noteInlineRow(-1)
        try write(screen.end(keepsDrawing: keepsDrawing))
    }

    /// Notes the cursor's row in an inline drawing.
    func note(_ screen: Screen) {
        let row = screen.placement == .inline && screen.shown != nil ? screen.cursor.row : -1
        TerminalGuard.noteInlineRow(row)
    }
}
