import Testing

@testable import TextMeasurement

/// Holds our widths against Unicode's own files and against python's wcwidth.
///
/// The fixtures are made by Tests/Scripts/make_width_fixtures.py; differences.md has the reasons for differences.
@Suite struct WidthAgreementTests {
    @Test(arguments: [("wcwidth-scalars.txt", AmbiguousWidth.narrow), ("wcwidth-scalars-ambiguous-wide.txt", .wide)])
    func `every scalar has wcwidth's width, except the listed scalars`(
        fixture: String, ambiguousWidth: AmbiguousWidth
    ) throws {
        let lines = try WidthFixture(fixture).lines
        let measurer = TerminalCellMeasurer(ambiguousWidth: ambiguousWidth)
        var compared = 0
        var found: Set<WidthDifference> = []
        for line in lines {
            let theirs = try #require(Int(line.value))
            for scalar in line.codePoints.scalarRange {
                compared += 1
                let ours = measurer.cells(in: Character(scalar))
                guard ours != theirs else { continue }
                let codePoints = String(Character(scalar)).codePoints
                found.insert(WidthDifference(codePoints: codePoints, ours: ours, theirs: theirs))
            }
        }
        #expect(compared == 0x110000 - 0x800)
        try expect(found, toBeListedUnder: "Scalars")
    }

    @Test func `sequences have wcwidth's width, except the listed sequences`() throws {
        let fixtures = [
            "emoji-fully-qualified.txt", "emoji-minimally-qualified.txt", "emoji-unqualified.txt",
            "emoji-component.txt", "wcwidth-sequences.txt",
        ]
        let measurer = TerminalCellMeasurer()
        var found: Set<WidthDifference> = []
        for line in try fixtures.flatMap({ try WidthFixture($0).lines }) {
            let theirs = try #require(Int(line.value))
            let text = try #require(line.codePoints.texts.first)
            let ours = measurer.cells(in: text)
            guard ours != theirs else { continue }
            found.insert(WidthDifference(codePoints: line.codePoints, ours: ours, theirs: theirs))
        }
        try expect(found, toBeListedUnder: "Sequences")
    }

    @Test func `every fully-qualified emoji of emoji-test takes two cells`() throws {
        let lines = try WidthFixture("emoji-fully-qualified.txt").lines
        #expect(lines.count == 3655)
        for ambiguousWidth in AmbiguousWidth.allCases {
            let measurer = TerminalCellMeasurer(ambiguousWidth: ambiguousWidth)
            for text in lines.flatMap(\.codePoints.texts) where measurer.cells(in: text) != 2 {
                Issue.record("\(text.codePoints) takes \(measurer.cells(in: text)) cells")
            }
        }
    }

    @Test func `every assigned scalar has the width of its East Asian class, or a listed reason`() throws {
        let measurer = TerminalCellMeasurer()
        var found: [Unicode.Scalar: Int] = [:]
        for line in try WidthFixture("east-asian-width.txt").lines {
            let cells = line.value == "W" || line.value == "F" ? 2 : 1
            for scalar in line.codePoints.scalarRange {
                let ours = measurer.cells(in: Character(scalar))
                if ours != cells { found[scalar] = ours }
            }
        }
        var listed: [Unicode.Scalar: Int] = [:]
        for line in try WidthFixture("east-asian-width-differences.txt").lines {
            for scalar in line.codePoints.scalarRange { listed[scalar] = Int(line.value) }
        }
        #expect(listed.count > 1_500)
        for scalar in Set(found.keys).union(listed.keys) where found[scalar] != listed[scalar] {
            Issue.record(
                """
                \(scalar.codePoint) takes \(measurer.cells(in: Character(scalar))) cells; \
                the list of differences has \(listed[scalar].map(String.init) ?? "no entry")
                """)
        }
    }

    @Test func `every ambiguous scalar of EastAsianWidth is wide if set so`() throws {
        let narrow = TerminalCellMeasurer()
        let wide = TerminalCellMeasurer(ambiguousWidth: .wide)
        for line in try WidthFixture("east-asian-width.txt").lines {
            for scalar in line.codePoints.scalarRange.map({ Character($0) }) {
                let cells = narrow.cells(in: scalar)
                let expected = line.value == "A" && cells == 1 ? 2 : cells
                guard wide.cells(in: scalar) != expected else { continue }
                Issue.record("\(String(scalar).codePoints) takes \(wide.cells(in: scalar)) cells")
            }
        }
    }

    private func expect(
        _ found: Set<WidthDifference>, toBeListedUnder heading: String,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let listed = try WidthDifference.listed(under: heading)
        #expect(!listed.isEmpty, sourceLocation: sourceLocation)
        for difference in found.subtracting(listed) {
            Issue.record("not listed: \(difference)", sourceLocation: sourceLocation)
        }
        for difference in listed.subtracting(found) {
            Issue.record("no difference: \(difference)", sourceLocation: sourceLocation)
        }
    }
}
