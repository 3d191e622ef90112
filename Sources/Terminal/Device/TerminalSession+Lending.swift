extension TerminalSession {
    /// Gives the terminal back for a while, as it was, so that something else may print or open a session of its own.
    ///
    /// What was typed and is not taken yet stays for later.
    package func lend() {
        holdUntilAnswered()
        TerminalGuard.end()
    }

    /// Takes a terminal that was lent back.
    ///
    /// - Throws: `TerminalError.inUse` where another session still has it.
    package func takeBack() throws(TerminalError) {
        unsafe try TerminalGuard.begin(makeLease(), wakeDescriptor: pipe.writeEnd)
    }

    /// Waits for answers that are under way, a tenth of a second at most, and keeps what else comes.
    private func holdUntilAnswered() {
        while outstandingAnswers > 0, held.count < 10_000 {
            guard let event = try? readEvent(timeout: .milliseconds(100)) else { return }
            held.append(event)
            if event == .inputEnded { return }
        }
    }
}
