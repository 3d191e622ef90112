import TerminalSimulation
import Testing

@testable import TagService
@testable import Terminal
@testable import TerminalFrontEnd

/// The picker as a field for tags, in which Enter takes the typed text.
@Suite struct PickerFieldTests {
    private func field(
        _ tags: [String] = ["rap", "network", "film", "swift"], similar: [String: TagOffer] = [:]
    ) -> PickerFixture {
        let sources = PickerSources(similar: { similar[$0] })
        return PickerFixture(tags, sources: sources) { options in
            options.takesText = true
            options.isStrict = false
            options.acceptsNothing = true
        }
    }

    @Test(arguments: ["draw", "work", "swfit", "filmé"]) func `Enter makes a new tag of a text that no tag begins with`(
        text: String
    ) {
        var picker = field()
        picker.type(text, "\r")
        #expect(picker.chosen == [text])
        #expect(picker.picker.editor.isEmpty && picker.output == nil)
        picker.type("\r")
        #expect(picker.output?.names == [text])
    }

    @Test func `Enter takes the best tag that begins with the text, or whose words do`() {
        var picker = field(["a film", "rap", "film", "network", "films at night"])
        picker.type("fil")
        #expect(picker.found.prefix(3).allSatisfy { $0.contains("film") } && picker.picker.tags.beginnings == 3)
        #expect(picker.picker.newPlace == picker.found.count && picker.shows("+Create \"fil\""))
        let best = picker.found[0]
        #expect(picker.shows("Enter adds \(best) · Alt+Enter adds it as typed"))
        picker.type("\r")
        #expect(picker.chosen == [best] && picker.picker.editor.isEmpty)
        picker.type("nigh", "\r")
        #expect(picker.chosen == [best, "films at night"])
    }

    @Test func `a new tag is offered last, or first if no tag begins with the text`() {
        var picker = field()
        picker.type("work")
        #expect(picker.found == ["network"] && picker.picker.newPlace == 0 && picker.picker.highlight == 0)
        #expect(picker.shows("Create \"work\"") && picker.shows("Enter creates the tag"))
        picker.type("\u{15}", "net")
        #expect(picker.picker.newPlace == 1 && picker.picker.highlight == 0)
        picker.press(.end)
        #expect(picker.picker.editor.text == "network" && picker.picker.newPlace == nil)
    }

    @Test func `Alt+Enter and comma take the text as typed`() {
        var picker = field()
        picker.type("sw", "\u{1B}\r", "fil", ",", "RAP", "\u{1B}\r")
        #expect(picker.chosen == ["sw", "fil", "rap"])
    }

    @Test func `Backspace right after Enter brings the text back`() {
        var picker = field()
        picker.type("sw", "\r", "\u{7F}")
        #expect(picker.picker.editor.text == "sw" && picker.chosen.isEmpty)
        picker.type(",", "\u{7F}")
        #expect(picker.picker.editor.text == "sw" && picker.chosen.isEmpty && picker.picker.tags.count == 4)
        picker.type("\r", "x", "\u{7F}", "\u{7F}")
        #expect(picker.picker.editor.isEmpty && picker.chosen == ["swift"])
        // A tag that was chosen before stays chosen.
        picker.type("swift", "\r", "\u{7F}")
        #expect(picker.picker.editor.text == "swift" && picker.chosen == ["swift"])
    }

    @Test func `Enter and comma take the tag with an equal name, and an empty line ends the picker`() {
        var picker = field()
        picker.type("FILM", "\r", "draw,", "swift", ",", ",", "\r")
        #expect(picker.output?.names == ["film", "draw", "swift"])
    }

    @Test func `Enter keeps a chosen tag, Tab deselects it`() {
        var picker = field()
        picker.type("film", "\r", "film", "\r")
        #expect(picker.chosen == ["film"])
        picker.type("film", "\t")
        #expect(picker.chosen.isEmpty)
    }

    @Test func `Tab and Right take the completion behind the cursor`() {
        var picker = field()
        picker.type("sw")
        #expect(picker.picker.editor.hint == "ift" && picker.shows("> swift"))
        picker.type("\t")
        #expect(picker.picker.editor.text == "swift" && picker.chosen.isEmpty)
        picker.type("\t")
        #expect(picker.chosen == ["swift"])
        picker.type("net")
        picker.press(.right)
        #expect(picker.picker.editor.text == "network")
    }

    @Test func `Tab completes to the best tag that is offered, and Enter takes the text as typed`() {
        var picker = field()
        picker.type("swf", "\t")
        #expect(picker.picker.editor.text == "swift" && picker.chosen.isEmpty)
        picker.type("\r")
        #expect(picker.chosen == ["swift"])
        picker.type("swf", "\r")
        #expect(picker.chosen == ["swift", "swf"])
        picker.type("zzz", "\t")
        #expect(picker.chosen.contains("zzz"))
    }

    @Test func `nothing is completed in the middle of a word`() {
        var picker = field()
        picker.type("work")
        #expect(picker.picker.editor.hint.isEmpty && picker.found == ["network"])
    }

    @Test func `an arrow key goes to any match, which Enter then takes`() {
        var picker = field()
        picker.type("work")
        picker.press(.right)
        picker.type("\r")
        #expect(picker.chosen == ["network"])
        picker.type("\r")
        #expect(picker.output?.names == ["network"])
    }

    @Test func `a similar tag is offered, and Tab swaps`() async {
        let offer = TagOffer(new: "films", known: "film", uses: 41)
        var picker = field(similar: ["films": offer])
        picker.type("films", "\r")
        await picker.simulation.runWork()
        #expect(picker.chosen == ["films"])
        #expect(picker.shows("\"films\" is new; use \"film\" (41 uses)? Tab swaps"))
        picker.type("\t")
        #expect(picker.chosen == ["film"])
        picker.type("\r")
        #expect(picker.output?.names == ["film"])
    }

    @Test func `an offer ends with the next key, and the new tag stays`() async {
        let offer = TagOffer(new: "films", known: "film", uses: 1)
        var picker = field(similar: ["films": offer])
        picker.type("films", "\r")
        await picker.simulation.runWork()
        #expect(picker.shows("(1 use)?"))
        picker.type("s", "\u{7F}", "\r")
        #expect(picker.output?.names == ["films"])
    }

    @Test func `hints are left out rather than cut`() {
        for columns in 20...70 {
            let picker = PickerFixture(["a", "b"], columns: columns)
            let line = picker.simulation.terminal.lines.first { $0.contains("type to filter") }
            let shown = line?.split(separator: "·").map { $0.trimmingPrefix(" ") } ?? []
            let known = ["type to filter", "Tab chooses", "Enter accepts", "Esc cancels", "arrows move"]
            #expect(!shown.isEmpty)
            #expect(shown.map { String($0).trimmed } == Array(known.prefix(shown.count)))
        }
    }
}
