import Terminal
import TestSupport
import Testing

@Suite struct InputDecoderTests {
    @Test(arguments: DecoderCase.all) func `each sequence is understood, and nothing is left over`(
        _ sequence: DecoderCase
    ) {
        var decoder = InputDecoder()
        #expect(decoder.decode(sequence.bytes) == sequence.events)
        #expect(!decoder.isPending)
        #expect(decoder.decode("z".utf8) == [.key(KeyEvent(.character("z")))])
    }

    @Test(arguments: DecoderCase.all) func `each split over two and three reads gives the same events`(
        _ sequence: DecoderCase
    ) {
        let bytes = sequence.bytes
        for first in 0...bytes.count {
            for second in first...bytes.count {
                var decoder = InputDecoder()
                let events =
                    decoder.decode(bytes[..<first]) + decoder.decode(bytes[first..<second])
                    + decoder.decode(bytes[second...])
                #expect(joiningText(events) == sequence.events, "split at \(first) and \(second)")
            }
        }
    }

    @Test func `consecutive sequences are separated`() {
        var decoder = InputDecoder()
        let events = decoder.decode(DecoderCase.all.flatMap(\.bytes))
        #expect(joiningText(events) == joiningText(DecoderCase.all.flatMap(\.events)))
    }

    @Test func `a lone Esc is the Esc key once nothing follows`() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.isPending)
        #expect(decoder.flush() == [.key(KeyEvent(.escape))])
        #expect(!decoder.isPending)
        #expect(decoder.flush().isEmpty)
    }

    @Test func `two Escs are two keys or one with Alt`() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B, 0x1B]).isEmpty)
        #expect(decoder.flush() == [.key(KeyEvent(.escape, .alt))])
        #expect(decoder.decode([0x1B, 0x1B, 0x1B]) == [.key(KeyEvent(.escape))])
    }

    @Test(arguments: ["[", "O", "]", "P", "_"] as [Character])
    func `the beginning of a sequence alone is a character with Alt`(_ character: Character) {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}\(character)".utf8).isEmpty)
        #expect(decoder.flush() == [.key(.alt(character))])
    }

    @Test func `a torn sequence is dropped and the next key is read`() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[1;5".utf8).isEmpty)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.decode("\u{1B}[1;\r".utf8) == [.key(KeyEvent(.enter))])
        #expect(decoder.decode("\u{1B}[1;\u{1B}[A".utf8) == [.key(KeyEvent(.up))])
    }

    @Test func `Ctrl-C reaches the program from within any unfinished sequence`() {
        for start in ["\u{1B}", "\u{1B}[", "\u{1B}[[", "\u{1B}O", "\u{1B}[M", "\u{1B}[<1;2"] {
            var decoder = InputDecoder()
            let events = decoder.decode("\(start)\u{03}".utf8)
            let held: KeyModifiers = start == "\u{1B}" ? [.control, .alt] : .control
            #expect(events == [.key(KeyEvent(.character("c"), held))])
        }
    }

    @Test func `invalid UTF-8 is replaced and the rest is read`() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0xFF, 0x61]) == [.text("\u{FFFD}"), .key(KeyEvent(.character("a")))])
        #expect(decoder.decode([0xE6, 0x97, 0x61]) == [.text("\u{FFFD}"), .key(KeyEvent(.character("a")))])
        #expect(decoder.decode([0xC0, 0xAF]) == [.text("\u{FFFD}\u{FFFD}")])
        #expect(decoder.decode([0xED, 0xA0, 0x80]) == [.text("\u{FFFD}\u{FFFD}\u{FFFD}")])
        #expect(decoder.decode([0xF0, 0x9F]).isEmpty)
        #expect(decoder.flush() == [.text("\u{FFFD}")])
    }

    @Test func `an Esc before invalid UTF-8 is over with it`() {
        for bytes in [[0x1B, 0xFF], [0x1B, 0xE6, 0x97, 0xC0]] as [[UInt8]] {
            var decoder = InputDecoder()
            _ = decoder.decode(bytes)
            #expect(decoder.decode([0x03]) == [.key(.control("c"))])
        }
        var torn = InputDecoder()
        #expect(torn.decode([0x1B, 0xE6, 0x97]).isEmpty)
        #expect(torn.flush() == [.text("\u{FFFD}")])
        #expect(torn.decode([0x03]) == [.key(.control("c"))])
    }

    @Test func `a cursor report that was asked for is not taken for F3`() {
        var decoder = InputDecoder()
        decoder.expectCursorReport()
        let report = TerminalEvent.reply(.cursorPosition(CellPosition(row: 0, column: 1)))
        #expect(decoder.decode("\u{1B}[1;2R".utf8) == [report])
        #expect(decoder.decode("\u{1B}[1;2R".utf8) == [.key(KeyEvent(.function(3), .shift))])
    }

    @Test func `releasing a key isn't a press`() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[97;1:3u".utf8).isEmpty)
    }

    @Test func `a paste of 100 kB arrives whole, byte by byte too`() {
        let text = String(repeating: "早间例行 ☀️ [201~ \u{1B}[20\n", count: 3600)
        #expect(text.utf8.count > 100_000)
        let bytes = Array("\u{1B}[200~\(text)\u{1B}[201~".utf8)
        var whole = InputDecoder()
        #expect(whole.decode(bytes) == [.paste(text)])
        var piecewise = InputDecoder()
        #expect(bytes.flatMap { piecewise.decode([$0]) } == [.paste(text)])
    }

    @Test func `a run of marks in a paste is bounded`() {
        let marks = String(repeating: "\u{301}\u{316}", count: 1_000)
        var decoder = InputDecoder()
        guard case .paste(let text) = decoder.decode("\u{1B}[200~e\(marks)\u{1B}[201~".utf8).first else {
            Issue.record("no paste")
            return
        }
        // U+034F ends a run after at most 30 marks.
        let runs = text.unicodeScalars.split(separator: "\u{34F}")
        #expect(runs.allSatisfy { $0.count <= 31 })
        #expect(runs.joined().count == 2_001)
    }

    @Test func `a paste past the limit comes in pieces and loses nothing`() {
        let text = String(repeating: "x", count: 1000)
        var decoder = InputDecoder(pasteLimit: 300)
        let events = decoder.decode("\u{1B}[200~\(text)\u{1B}[201~".utf8)
        let pieces = events.compactMap { event -> String? in if case .paste(let text) = event { text } else { nil } }
        #expect(pieces.count == events.count)
        #expect(pieces.joined() == text)
        #expect(pieces.allSatisfy { $0.utf8.count <= 300 })
    }

    @Test(arguments: ["\u{3}", "\u{1B}[99;5u", "\u{1B}[27;5;99~"])
    func `Ctrl-C alone after a silence leaves a paste without an end`(key: String) {
        for start in ["\u{1B}[200~", "\u{1B}[200~some text", "\u{1B}[200~text\u{1B}[20"] {
            var decoder = InputDecoder()
            #expect(decoder.decode(start.utf8).isEmpty)
            #expect(decoder.decode(key.utf8, afterSilence: true) == [.key(.control("c"))])
            #expect(decoder.decode("a".utf8) == [.key(KeyEvent(.character("a")))])
        }
    }

    @Test(arguments: ["\u{3}", "x\u{3}", "\u{3}\r", "\u{3}rm -r x\r", "\u{3}\u{3}"])
    func `Ctrl-C within the stream of a paste is part of it`(text: String) {
        var streaming = InputDecoder()
        #expect(streaming.decode("\u{1B}[200~a".utf8).isEmpty)
        #expect(streaming.decode(text.utf8).isEmpty)
        let whole = "a\(text)".replacing("\r", with: "\n")
        #expect(streaming.decode("\u{1B}[201~".utf8, afterSilence: true) == [.paste(whole)])
        // After a silence, too, unless it comes alone.
        guard text != "\u{3}" else { return }
        var stalled = InputDecoder()
        #expect(stalled.decode("\u{1B}[200~a".utf8).isEmpty)
        #expect(stalled.decode(text.utf8, afterSilence: true).isEmpty)
        #expect(stalled.decode("\u{1B}[201~".utf8) == [.paste(whole)])
    }

    @Test func `endless sequences do not grow the decoder`() {
        for start in ["\u{1B}[", "\u{1B}]", "\u{1B}P"] {
            var decoder = InputDecoder()
            #expect(decoder.decode(start.utf8).isEmpty)
            for _ in 0..<100 { #expect(decoder.decode(Array(repeating: 0x31, count: 10_000)).isEmpty) }
            #expect(decoder.flush().isEmpty)
            #expect(decoder.decode("a".utf8) == [.key(KeyEvent(.character("a")))])
        }
    }

    @Test(arguments: SeededNumbers.seeds) func `random bytes never trap, and splits change nothing`(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        let alphabet = Array("\u{1B}\u{1B}\u{1B}[[O<>?;:~$019Mmuc\u{07}\u{03}\r\\PA".utf8)
        for _ in 0..<300 {
            let bytes = (0..<Int.random(in: 1...80, using: &random))
                .map { _ in
                    Bool.random(using: &random)
                        ? alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
                        : UInt8.random(in: 0...255, using: &random)
                }
            var whole = InputDecoder(pasteLimit: 50)
            let expected = whole.decode(bytes) + whole.flush()
            var split = InputDecoder(pasteLimit: 50)
            var events: [TerminalEvent] = []
            for byte in bytes { events += split.decode([byte]) }
            events += split.flush()
            #expect(joiningText(events) == joiningText(expected))
        }
    }
}
