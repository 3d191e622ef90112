import Testing

@testable import TextMeasurement

@Suite struct FontErrorTests {
    @Test func `a font that is not installed is an error, not another font`() {
        #expect(throws: FontError.unknownFamily("No Such Font")) { try FontMeasurer(font: "No Such Font 15") }
    }

    @Test func `one installed family of several is enough`() throws {
        let measurer = try FontMeasurer(font: "No Such Font, Noto Sans 15")
        #expect(measurer.font.name.hasPrefix("Noto Sans"))
    }

    @Test(arguments: ["Noto Sans 3", "Noto Sans 401", "Noto Sans 100000"])
    func `a size that cannot be drawn is an error`(font: String) {
        #expect(throws: FontError.self) { try FontMeasurer(font: font) }
    }

    @Test func `errors have the problem and the remedy`() {
        #expect(
            FontError.unknownFamily("Foo").description == "unknown font 'Foo'; 'fc-list : family' lists installed fonts"
        )
        #expect(
            FontError.invalidSize(1_000).description
                == "a font cannot have the size 1000.0; sizes go from 4 to 400 points")
        #expect(FontError.noFonts.description == "no font is installed; install fonts-noto-core")
        #expect(
            FontError.libraryMissing("libpangocairo-1.0.so.0").description
                == "pictures need Pango and Cairo, and 'libpangocairo-1.0.so.0' is missing; "
                + "install libpangocairo-1.0-0")
    }
}
