import Testing

@testable import TextMeasurement

@Suite struct CellTablesVersionTests {
    /// A cached width is used for as long as the version stays: a changed width needs a new one.
    @Test func `a revision has exactly these widths`() throws {
        #expect(CellTablesVersion.revision == 1)
        let digest = try Self.digestOfAllWidths()
        #expect(digest == 0x476E_D509_116B_1BDF, "raise the revision together with the digest")
    }

    @Test func `the version names our revision, utf8proc and the standard library`() throws {
        let pattern = /\d+\+utf8proc[\d.]+\/[\d.]+\+swift\d+\.\d+/
        #expect(try pattern.wholeMatch(in: CellTablesVersion.current) != nil)
    }

    /// FNV-1a, 64 bits, over the widths of all scalars and of all sequences of the fixtures.
    private static func digestOfAllWidths() throws -> UInt64 {
        var digest: UInt64 = 0xCBF2_9CE4_8422_2325
        func add(_ cells: Int) {
            digest ^= UInt64(cells.magnitude)
            digest &*= 0x0000_0100_0000_01B3
        }
        for value in 0...0x10FFFF as ClosedRange<UInt32> {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let properties = ScalarProperties(scalar)
            add(ScalarCells(ambiguous: .narrow).cells(of: scalar, properties))
            add(ScalarCells(ambiguous: .wide).cells(of: scalar, properties))
        }
        for name in ["emoji-fully-qualified.txt", "wcwidth-sequences.txt"] {
            for text in try WidthFixture(name).lines.flatMap(\.codePoints.texts) {
                add(TerminalCellMeasurer().cells(in: text))
            }
        }
        return digest
    }
}
