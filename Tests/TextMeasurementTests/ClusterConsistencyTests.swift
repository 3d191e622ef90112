import Testing

@testable import TextMeasurement

/// Holds the short ways of counting against the long one, cluster by cluster.
@Suite struct ClusterConsistencyTests {
    /// Scalars of every kind that clusters are made of.
    private static let palette: [Unicode.Scalar] = [
        "a", "1", "#", "~", " ", "é", "Я", "±", "读", "カ", "ﾊ", "ﾟ", "가", "각", "\u{1100}", "\u{1161}", "\u{11A8}",
        "\u{301}", "\u{302E}", "\u{20E3}", "\u{200D}", "\u{200C}", "\u{FE0E}", "\u{FE0F}", "☀", "⌚", "💪", "👩", "❤", "♀",
        "🏽", "🏴", "\u{E0067}", "\u{E007F}", "🇩", "🇪", "क", "ष", "\u{94D}", "\u{93E}", "\u{902}", "த", "\u{BCD}", "ำ",
        "ก", "\u{600}", "\u{D4E}", "م", "\u{64F}", "\u{102C}", "\u{AD}", "\u{115F}", "\u{3164}", "\u{1FAEA}", "\u{1B}",
        "\n", "\r", "\u{2028}",
    ]

    @Test(arguments: AmbiguousWidth.allCases) func `random texts are as wide as their clusters together`(
        ambiguousWidth: AmbiguousWidth
    ) {
        let measurer = TerminalCellMeasurer(ambiguousWidth: ambiguousWidth)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(state: seed)
        for _ in 0..<20_000 {
            let text = Self.randomText(&random)
            let cells = text.map { measurer.cells(in: $0) }
            let total = measurer.cells(in: text)
            #expect(total == cells.reduce(0, +), "seed \(seed): \(text.codePoints)")
            #expect(cells.allSatisfy { (0...2).contains($0) }, "seed \(seed): \(text.codePoints)")
            #expect(total <= text.utf8.count, "seed \(seed): \(text.codePoints)")
        }
    }

    @Test(arguments: AmbiguousWidth.allCases) func `random texts are cut to the longest beginning that fits`(
        ambiguousWidth: AmbiguousWidth
    ) {
        let measurer = TerminalCellMeasurer(ambiguousWidth: ambiguousWidth)
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(state: seed)
        for _ in 0..<5_000 {
            let text = Self.randomText(&random)
            let limit = Int.random(in: -1...10, using: &random)
            let cut = TerminalText.truncated(text, toCells: limit, measurer: measurer)
            let expected = Self.cutByTrying(text, limit, measurer)
            #expect(
                cut.unicodeScalars.elementsEqual(expected.unicodeScalars),
                "seed \(seed): \(text.codePoints) to \(limit)")
        }
    }

    @Test func `no two of the scalars that are counted one by one join into a cluster`() {
        var text = ""
        var count = 0
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value), ScalarProperties(scalar).standsAlone else { continue }
            for neighbor in [scalar, scalar, "a", scalar, "读", scalar, "💪"] { text.unicodeScalars.append(neighbor) }
            count += 7
        }
        #expect(count > 1_000_000)
        #expect(text.count == count)
    }

    @Test(arguments: [
        "\u{301}", "\u{1F1E6}", "👩\u{200D}", "\u{600}", "क\u{94D}", "\u{1100}", "\u{1161}", "读", "é", "a", "\u{FE0F}",
        "\u{1F3FD}", "\u{E0067}", "☀\u{FE0F}", "a\u{301}", "读🇩🇪",
    ]) func `a text of a megabyte is counted in one pass`(part: String) {
        let measurer = TerminalCellMeasurer()
        let text = String(repeating: part, count: 1 << 20 / part.utf8.count)
        let cells = measurer.cells(in: text)
        #expect(cells <= text.utf8.count)
        #expect(cells == text.reduce(0) { $0 + measurer.cells(in: $1) })
        #expect(measurer.cells(in: TerminalText.truncated(text, toCells: 7)) <= 7)
    }

    private static func randomText(_ random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<Int.random(in: 0...8, using: &random) {
            guard let scalar = palette.randomElement(using: &random) else { continue }
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    /// The rule of a cut by brute force: the longest beginning that fits together with the sign.
    private static func cutByTrying(_ text: String, _ limit: Int, _ measurer: TerminalCellMeasurer) -> String {
        if limit <= 0 { return "" }
        if measurer.cells(in: text) <= limit { return text }
        let sign = measurer.cells(in: "…") <= limit ? "…" : ""
        let fitting = (0...text.count).map { String(text.prefix($0)) }
            .filter { measurer.cells(in: $0) + measurer.cells(in: sign) <= limit }
        return (fitting.last ?? "") + sign
    }
}

/// SplitMix64 of Steele, Lea and Flood: a small generator that can be given its seed.
struct SplitMix64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
