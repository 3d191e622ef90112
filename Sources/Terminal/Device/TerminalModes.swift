/// The modes that a session turns on in the terminal, and off at its end.
package struct TerminalModes: Hashable, Sendable {
    /// Which mouse events the terminal is asked for.
    package enum Mouse: Hashable, Sendable {
        /// None: the terminal's own selection of text works.
        case off
        /// Presses, releases and the wheel.
        case buttons
        /// Also movement while a button is held.
        case drag
        /// Also movement without a button.
        case motion
    }

    /// Whether to draw on the alternate screen, so that the earlier content is restored.
    package var usesAlternateScreen: Bool
    /// Which mouse events are wanted.
    package var mouse: Mouse
    /// Whether focus changes are reported.
    package var reportsFocus: Bool
    /// Whether to ask for the kitty keyboard protocol.
    package var asksForKeyboardProtocol: Bool

    /// Makes a choice of modes; bracketed paste is always on and wrapping at the margin off.
    package init(
        usesAlternateScreen: Bool = false,
        mouse: Mouse = .off,
        reportsFocus: Bool = false,
        asksForKeyboardProtocol: Bool = true
    ) {
        self.usesAlternateScreen = usesAlternateScreen
        self.mouse = mouse
        self.reportsFocus = reportsFocus
        self.asksForKeyboardProtocol = asksForKeyboardProtocol
    }

    /// The private modes that are set on entering; other modes don't change.
    private var privateModes: [Int] {
        var modes: [Int] = []
        if usesAlternateScreen { modes.append(1049) }
        modes.append(2004)
        switch mouse {
        case .off: break
        case .buttons: modes += [1000, 1006]
        case .drag: modes += [1002, 1006]
        case .motion: modes += [1003, 1006]
        }
        if reportsFocus { modes.append(1004) }
        return modes
    }

    /// The sequence that requests disambiguated keys, and the characters that they produce with
    /// Shift.
    static let keyboardProtocolSequence = "\u{1B}[>5u"

    /// The sequence that switches everything on.
    func enterSequence(hasKeyboardProtocol: Bool) -> String {
        privateModes.map { "\u{1B}[?\($0)h" }.joined() + "\u{1B}[?7l"
            + (hasKeyboardProtocol ? Self.keyboardProtocolSequence : "")
    }

    /// The sequence that turns everything off again, in any state of a drawing.
    func leaveSequence(hasKeyboardProtocol: Bool) -> String {
        "\u{1B}[?2026l\u{1B}[m" + (hasKeyboardProtocol ? "\u{1B}[<u" : "") + "\u{1B}[?7h"
            + privateModes.reversed().map { "\u{1B}[?\($0)l" }.joined() + "\u{1B}[?25h"
    }
}
