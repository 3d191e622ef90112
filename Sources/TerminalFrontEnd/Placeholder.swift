enum TerminalFrontEndPlaceholder {}
