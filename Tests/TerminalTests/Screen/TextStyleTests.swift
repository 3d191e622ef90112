import Testing

@testable import Terminal
@testable import TerminalSimulation

@Suite struct TextStyleTests {
    @Test func `the parameters from any style to any other lead there`() {
        for from in RandomFrames.styles {
            for to in RandomFrames.styles {
                let body = to.parameters(from: from).map(String.init).joined(separator: ";")
                let sequence = ControlSequence(body: body.utf8, final: UInt8(ascii: "m"))
                #expect((body.isEmpty ? from : from.applying(sequence)) == to)
            }
        }
    }

    @Test(arguments: [
        (TerminalColor.rgb(255, 0, 0), ColorDepth.palette, TerminalColor.palette(196)),
        (.rgb(8, 8, 8), .palette, .palette(232)), (.rgb(255, 255, 255), .palette, .palette(231)),
        (.rgb(95, 135, 175), .palette, .palette(67)), (.rgb(250, 5, 5), .sixteen, .palette(9)),
        (.palette(231), .sixteen, .palette(15)), (.palette(7), .sixteen, .palette(7)),
        (.palette(200), .palette, .palette(200)), (.rgb(1, 2, 3), .trueColor, .rgb(1, 2, 3)),
        (.palette(3), .none, .standard), (.standard, .sixteen, .standard),
    ]) func `a color becomes the nearest the terminal has`(
        color: TerminalColor, depth: ColorDepth, expected: TerminalColor
    ) { #expect(color.reduced(to: depth) == expected) }

    @Test(
        arguments: [
            (["TERM": "xterm-256color"], true, ColorDepth.palette), (["TERM": "xterm"], true, .sixteen),
            (["TERM": "xterm-256color", "COLORTERM": "truecolor"], true, .trueColor),
            (["TERM": "xterm-kitty"], true, .trueColor), (["TERM": "dumb"], true, .none),
            (["TERM": "vt100", "COLORTERM": "truecolor"], true, .none), (["TERM": "vt220"], true, .none),
            (["TERM": "xterm-mono"], true, .none), (["COLORTERM": "truecolor"], true, .none),
            (["TERM": "linux"], true, .sixteen), (["TERM": "linux", "COLORTERM": "truecolor"], true, .sixteen),
            (["TERM": "vte-256color"], true, .palette), ([:], true, .none), (["TERM": "xterm-256color"], false, .none),
            (["TERM": "xterm-256color", "NO_COLOR": "1"], true, .none),
            (["TERM": "xterm-256color", "NO_COLOR": ""], true, .palette),
            (["TERM": "xterm-256color", "CLICOLOR_FORCE": "1"], false, .palette),
            (["CLICOLOR_FORCE": "1"], false, .sixteen), (["TERM": "xterm", "CLICOLOR_FORCE": "0"], false, .none),
            (["TERM": "xterm", "CLICOLOR_FORCE": "1", "NO_COLOR": "1"], true, .none),
        ] as [([String: String], Bool, ColorDepth)]) func `the environment decides the number of colors`(
            environment: [String: String], isTerminal: Bool, expected: ColorDepth
        )
    { #expect(ColorDepth(environment: environment, isTerminal: isTerminal) == expected) }

    @Test func `a dumb terminal cannot be drawn on`() {
        #expect(!TerminalDevice.canBeDrawnOn(["TERM": "dumb"]))
        #expect(!TerminalDevice.canBeDrawnOn([:]))
        #expect(TerminalDevice.canBeDrawnOn(["TERM": "xterm"]))
    }
}
