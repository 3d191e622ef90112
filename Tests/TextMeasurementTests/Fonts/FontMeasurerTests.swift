import Foundation
import TestSupport
import Testing

@testable import TextMeasurement

@Suite struct FontMeasurerTests {
    let measurer: FontMeasurer

    init() throws { measurer = try FontMeasurer(font: "Noto Sans 15") }

    private func width(_ text: String) throws -> Double { try measurer.measure(text).width }

    @Test func `a font's lines have its ascent and its descent`() throws {
        // Noto Sans: 1000 units an em, ascent 1069, descent 293.
        #expect(abs(measurer.font.ascent - 15 * 1.069) < 0.002)
        #expect(abs(measurer.font.descent - 15 * 0.293) < 0.002)
        let size = try measurer.measure("Swift")
        #expect(abs(size.height - 15 * 1.362) < 0.003)
        #expect(abs(size.baseline - measurer.font.ascent) < 0.002)
    }

    @Test func `lengths are whole Pango units for any text`() throws {
        for text in ["Swift", "早间例行 ☀️", "العربية", "हिन्दी", "a", ""] {
            let size = try measurer.measure(text)
            for length in [size.width, size.height, size.baseline] {
                #expect((length * 1_024).rounded() == length * 1_024)
            }
        }
    }

    @Test func `an ideograph is an em wide`() throws {
        #expect(try width("早间例行") == 60)
        #expect(try width("日本語") == 45)
    }

    @Test func `the empty text has no width and the height of a line`() throws {
        let size = try measurer.measure("")
        #expect(size.width == 0)
        #expect(size.height == measurer.font.ascent + measurer.font.descent)
    }

    @Test func `joined letters are narrower than the letters apart`() throws {
        let joined = try width("سلام")
        let apart = try "سلام".map { try width(String($0)) }.reduce(0, +)
        #expect(joined < apart)
    }

    @Test func `a family of emoji is as wide as one`() throws {
        #expect(try width("👩‍👩‍👧‍👦") == width("💪"))
        #expect(try width("🇩🇪") == width("💪"))
    }

    @Test func `a composed letter is as wide as the one with a combining mark`() throws {
        #expect(try width("é") == width("e\u{301}"))
    }

    @Test func `twice the size is twice as long, as no length is rounded to pixels`() throws {
        let large = try FontMeasurer(font: "Noto Sans 30")
        for text in ["Swift", "Español efficient", "русский"] {
            let difference = try large.measure(text).width - 2 * width(text)
            #expect(abs(difference) < Double(text.count) * 3 / 1_024)
        }
    }

    @Test func `a size in the font's name comes before the default`() throws {
        #expect(try FontMeasurer(font: "Noto Sans", defaultSize: 21).font.size == 21)
        #expect(try FontMeasurer(font: "Noto Sans 12", defaultSize: 21).font.size == 12)
        #expect(try FontMeasurer(font: "Noto Sans Bold 12").font.weight == 700)
    }

    @Test func `controls and line breaks have no size`() throws {
        for text in ["a\nb", "\u{1B}[0m", "\u{2028}", "\u{0}"] {
            #expect(throws: TextMeasurementError.self) { try measurer.measure(text) }
        }
    }

    @Test func `many threads measure alike`() async throws {
        let measurer = measurer
        let texts = (0..<400).map { "tag \($0) 标签 💪" }
        let alone = try texts.map { try measurer.measure($0) }
        let together = try await withThrowingTaskGroup(of: (Int, TextSize).self) { group in
            for (index, text) in texts.enumerated() { group.addTask { (index, try measurer.measure(text)) } }
            return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
        }
        for (index, size) in alone.enumerated() { #expect(together[index] == size) }
    }

    @Test func `a cut text fits, and one character more would not`() throws {
        let text = "给朋友打电话 and write 📞 to them"
        for room in stride(from: 20.0, through: 200, by: 7) {
            let cut = measurer.fitting(text, width: room)
            #expect(try width(cut) <= room)
            guard cut != text else { continue }
            #expect(cut.hasSuffix("…"))
            let longer = String(text.prefix(cut.count)) + "…"
            #expect(try width(longer) > room || longer.dropLast().last?.isWhitespace == true)
        }
        #expect(measurer.fitting("Swift", width: 1_000) == "Swift")
        #expect(measurer.fitting("Swift", width: 0) == "…")
    }
}
