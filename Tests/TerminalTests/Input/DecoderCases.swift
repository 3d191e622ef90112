import Terminal
import Testing

/// Bytes that a terminal sends and the events they mean.
struct DecoderCase: CustomTestStringConvertible {
    let bytes: [UInt8]
    let events: [TerminalEvent]

    init(_ text: String, _ events: TerminalEvent...) {
        bytes = Array(text.utf8)
        self.events = events
    }

    init(_ text: String, _ key: Key, _ modifiers: KeyModifiers = []) {
        bytes = Array(text.utf8)
        events = [.key(KeyEvent(key, modifiers))]
    }

    var testDescription: String { String(decoding: bytes, as: UTF8.self).debugDescription }

    static let all = plain + xterm + others + kitty + mouse + replies

    static let plain: [DecoderCase] = [
        DecoderCase("a", .character("a")), DecoderCase(" ", .character(" ")), DecoderCase("\r", .enter),
        DecoderCase("\t", .tab), DecoderCase("\u{7F}", .backspace), DecoderCase("\u{00}", .character(" "), .control),
        DecoderCase("\u{01}", .character("a"), .control), DecoderCase("\n", .character("j"), .control),
        DecoderCase("\u{1C}", .character("\\"), .control), DecoderCase("\u{1F}", .character("_"), .control),
        DecoderCase("é", .text("é")), DecoderCase("早间", .text("早间")), DecoderCase("👩‍👩‍👧", .text("👩‍👩‍👧")),
        DecoderCase("\u{1B}f", .character("f"), .alt), DecoderCase("\u{1B}é", .character("é"), .alt),
        DecoderCase("\u{1B}\u{7F}", .backspace, .alt), DecoderCase("\u{1B}\r", .enter, .alt),
        DecoderCase("\u{1B}\u{02}", .character("b"), [.alt, .control]),
        DecoderCase("\u{1B}[200~a\r\nb\rc\u{1B}[2\u{1B}[201~", .paste("a\nb\nc\u{1B}[2")),
        DecoderCase("\u{1B}[200~\u{1B}[201~", .paste("")),
    ]

    static let xterm: [DecoderCase] = [
        DecoderCase("\u{1B}[A", .up), DecoderCase("\u{1B}[B", .down), DecoderCase("\u{1B}[C", .right),
        DecoderCase("\u{1B}[D", .left), DecoderCase("\u{1B}OA", .up), DecoderCase("\u{1B}[1;2A", .up, .shift),
        DecoderCase("\u{1B}[1;3B", .down, .alt), DecoderCase("\u{1B}[1;5C", .right, .control),
        DecoderCase("\u{1B}[1;8D", .left, [.shift, .alt, .control]), DecoderCase("\u{1B}[1;9D", .left, .superKey),
        DecoderCase("\u{1B}O5C", .right, .control), DecoderCase("\u{1B}[H", .home), DecoderCase("\u{1B}[F", .end),
        DecoderCase("\u{1B}OH", .home), DecoderCase("\u{1B}[1;5F", .end, .control),
        DecoderCase("\u{1B}[Z", .tab, .shift), DecoderCase("\u{1B}[2~", .insert), DecoderCase("\u{1B}[3~", .delete),
        DecoderCase("\u{1B}[3;5~", .delete, .control), DecoderCase("\u{1B}[5~", .pageUp),
        DecoderCase("\u{1B}[6;2~", .pageDown, .shift), DecoderCase("\u{1B}OP", .function(1)),
        DecoderCase("\u{1B}[1;2R", .function(3), .shift), DecoderCase("\u{1B}[15~", .function(5)),
        DecoderCase("\u{1B}[24;6~", .function(12), [.shift, .control]),
        DecoderCase("\u{1B}[27;5;13~", .enter, .control), DecoderCase("\u{1B}[I", .focus(true)),
        DecoderCase("\u{1B}[O", .focus(false)),
    ]

    static let others: [DecoderCase] = [
        DecoderCase("\u{1B}[1~", .home), DecoderCase("\u{1B}[4~", .end), DecoderCase("\u{1B}[7~", .home),
        DecoderCase("\u{1B}[8~", .end), DecoderCase("\u{1B}[7$", .home, .shift),
        DecoderCase("\u{1B}[3^", .delete, .control), DecoderCase("\u{1B}[5@", .pageUp, [.shift, .control]),
        DecoderCase("\u{1B}[a", .up, .shift), DecoderCase("\u{1B}Oc", .right, .control),
        DecoderCase("\u{1B}\u{1B}[A", .up, .alt), DecoderCase("\u{1B}[11~", .function(1)),
        DecoderCase("\u{1B}[[A", .function(1)), DecoderCase("\u{1B}[[E", .function(5)),
        DecoderCase("\u{1B}[34~", .function(20)), DecoderCase("\u{1B}OM", .enter),
        DecoderCase("\u{1B}Ok", .character("+")), DecoderCase("\u{1B}Ow", .character("7")),
    ]

    static let kitty: [DecoderCase] = [
        DecoderCase("\u{1B}[27u", .escape), DecoderCase("\u{1B}[13;2u", .enter, .shift),
        DecoderCase("\u{1B}[97;5u", .character("a"), .control),
        DecoderCase("\u{1B}[97;6u", .character("a"), [.control, .shift]),
        DecoderCase("\u{1B}[97:65;2u", .character("A")), DecoderCase("\u{1B}[44:60;4u", .character("<"), .alt),
        DecoderCase("\u{1B}[45:95;6u", .character("_"), .control),
        DecoderCase("\u{1B}[97:65;6u", .character("a"), [.control, .shift]),
        DecoderCase("\u{1B}[229;1;229u", .character("å")), DecoderCase("\u{1B}[57400;129u", .character("1")),
        DecoderCase("\u{1B}[57417u", .left), DecoderCase("\u{1B}[57376u", .function(13)),
        DecoderCase("\u{1B}[127;3u", .backspace, .alt), DecoderCase("\u{1B}[9;5:2u", .tab, .control),
    ]

    static let mouse: [DecoderCase] = [
        DecoderCase("\u{1B}[<0;3;2M", .mouse(at(.press(.left)))),
        DecoderCase("\u{1B}[<0;3;2m", .mouse(at(.release(.left)))),
        DecoderCase("\u{1B}[<2;3;2M", .mouse(at(.press(.right)))),
        DecoderCase("\u{1B}[<32;3;2M", .mouse(at(.drag(.left)))), DecoderCase("\u{1B}[<35;3;2M", .mouse(at(.move))),
        DecoderCase("\u{1B}[<64;3;2M", .mouse(at(.wheelUp))), DecoderCase("\u{1B}[<65;3;2M", .mouse(at(.wheelDown))),
        DecoderCase("\u{1B}[<81;3;2M", .mouse(at(.wheelDown, .control))),
        DecoderCase("\u{1B}[<12;3;2M", .mouse(at(.press(.left), [.shift, .alt]))),
        DecoderCase("\u{1B}[<128;3;2M", .mouse(at(.press(.other(8))))),
        DecoderCase("\u{1B}[M #\"", .mouse(at(.press(.left)))),
    ]

    static let replies: [DecoderCase] = [
        DecoderCase("\u{1B}[?62;4c", .reply(.deviceAttributes([62, 4]))),
        DecoderCase("\u{1B}[>41;380;0c", .reply(.secondaryDeviceAttributes([41, 380, 0]))),
        DecoderCase("\u{1B}[12;40R", .reply(.cursorPosition(CellPosition(row: 11, column: 39)))),
        DecoderCase("\u{1B}[?1u", .reply(.keyboardFlags(1))),
        DecoderCase("\u{1B}[?2026;2$y", .reply(.mode(2026, state: 2))),
        DecoderCase("\u{1B}[8;24;80t", .reply(.textAreaSize(CellSize(columns: 80, rows: 24)))),
        DecoderCase("\u{1B}P>|tmux 3.3a\u{1B}\\", .reply(.version("tmux 3.3a"))),
        DecoderCase("\u{1B}]11;rgb:0/0/0\u{07}", .reply(.operatingSystemCommand(11, "rgb:0/0/0"))),
    ]

    private static func at(_ action: MouseEvent.Action, _ modifiers: KeyModifiers = []) -> MouseEvent {
        MouseEvent(action, at: CellPosition(row: 1, column: 2), modifiers)
    }
}

/// The events with texts that came in pieces joined, so that they compare however reads were split.
func joiningText(_ events: [TerminalEvent]) -> [TerminalEvent] {
    events.reduce(into: []) { result, event in
        if case .text(let next) = event, case .text(let before)? = result.last {
            result[result.count - 1] = .text(before + next)
        } else {
            result.append(event)
        }
    }
}
