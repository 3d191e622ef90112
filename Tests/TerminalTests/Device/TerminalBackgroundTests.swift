import Testing

@testable import Terminal

@Suite struct TerminalBackgroundTests {
    @Test(arguments: [
        ("rgb:ffff/ffff/ffff", TerminalBackground.light), ("rgb:0000/0000/0000", .dark), ("rgb:ff/ff/ff", .light),
        ("rgb:f/f/f", .light), ("rgb:1414/1717/1c1c", .dark), ("rgba:fdfd/f6f6/e3e3/ffff", .light),
        ("rgb:0000/2b2b/3636", .dark), ("rgb:ffff/ffff", nil), ("rgb:ffff/ffff/fffff", nil), ("rgb:gg/ff/ff", nil),
        ("#ffffff", nil), ("", nil), ("rgb:", nil), ("rgb://", nil),
    ]) func `the reply of a terminal is read`(text: String, background: TerminalBackground?) {
        #expect(TerminalBackground(reply: text) == background)
    }

    @Test(arguments: [
        ("15;0", TerminalBackground.dark), ("0;15", .light), ("0;7", .light), ("7;8", .dark), ("0;default;15", .light),
        ("15;default", nil), ("", nil), ("x", nil), ("0;16", nil),
    ]) func `COLORFGBG ends with the background`(value: String, background: TerminalBackground?) {
        #expect(TerminalBackground(environment: ["COLORFGBG": value]) == background)
    }

    @Test func `terminals that print queries aren't asked`() {
        for (term, canBeAsked) in [("xterm", true), ("linux", false), ("vt100", false), ("dumb", false), ("", false)] {
            #expect(TerminalBackground.canBeAsked(["TERM": term]) == canBeAsked)
        }
    }
}
