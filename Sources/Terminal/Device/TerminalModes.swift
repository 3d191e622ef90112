/// The modes that a session turns on in the terminal, and turns off at its end.
///
/// ```swift
/// let modes = TerminalModes(usesAlternateScreen: true, mouse: .buttons)
/// let sequence = modes.enterSequence(hasKeyboardProtocol: false)
/// #expect(sequence.hasPrefix("\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?1000h\u{1B}[?1006h"))
/// ```
package struct TerminalModes: Hashable, Sendable {
    /// The mouse events that the terminal reports.
    package enum Mouse: Hashable, Sendable {
        /// No events, so that selecting text in the terminal works.
        case off
        /// Presses, releases and the wheel.
        case buttons
        /// Like `buttons`, plus movement while a button is held.
        case drag
        /// Like `drag`, plus movement without a button.
        case motion
    }

    /// Whether to draw on the alternate screen, so that the earlier content is restored.
    package var usesAlternateScreen: Bool
    /// The mouse events that the terminal reports.
    package var mouse: Mouse
    /// Whether the terminal reports focus changes.
    package var reportsFocus: Bool
    /// Whether to use the kitty keyboard protocol if the terminal supports it.
    package var asksForKeyboardProtocol: Bool

    /// Creates modes.
    ///
    /// Bracketed paste is always on, and automatic wrapping is always off.
    package init(
        usesAlternateScreen: Bool = false, mouse: Mouse = .off, reportsFocus: Bool = false,
        asksForKeyboardProtocol: Bool = true
    ) {
        self.usesAlternateScreen = usesAlternateScreen
        self.mouse = mouse
        self.reportsFocus = reportsFocus
        self.asksForKeyboardProtocol = asksForKeyboardProtocol
    }

    /// The numbers of the private modes to set.
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

    /// The sequence that turns on the kitty keyboard protocol.
    ///
    /// It reports keys unambiguously, with the characters that they produce with Shift.
    static let keyboardProtocolSequence = "\u{1B}[>5u"

    /// Returns the sequence that turns all modes on.
    func enterSequence(hasKeyboardProtocol: Bool) -> String {
        privateModes.map { "\u{1B}[?\($0)h" }.joined() + "\u{1B}[?7l"
            + (hasKeyboardProtocol ? Self.keyboardProtocolSequence : "")
    }

    /// Returns the sequence that turns all modes off.
    ///
    /// It works even in the middle of a drawing.
    func leaveSequence(hasKeyboardProtocol: Bool) -> String {
        "\u{1B}[?2026l\u{1B}[m" + (hasKeyboardProtocol ? "\u{1B}[<u" : "") + "\u{1B}[?7h"
            + privateModes.reversed().map { "\u{1B}[?\($0)l" }.joined() + "\u{1B}[?25h"
    }
}
