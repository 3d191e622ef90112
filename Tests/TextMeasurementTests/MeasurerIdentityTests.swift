import Testing

@testable import TextMeasurement

@Suite struct MeasurerIdentityTests {
    @Test func `a key names the measurer, its version and its settings in order`() {
        let identity = MeasurerIdentity(
            name: "pango", version: "1.50", settings: ["size": "15", "font": "Noto Sans 15"])
        #expect(identity.key == "pango;1.50;font=Noto%20Sans%2015;size=15")
    }

    @Test func `a key is one line of ASCII for any settings`() {
        let identity = MeasurerIdentity(name: "a;b", version: "=%", settings: ["\n": "思\u{0}"])
        #expect(identity.key == "a%3Bb;%3D%25;%0A=%E6%80%9D%00")
    }

    @Test func `identities that differ in how they are cut have different keys`() {
        let one = MeasurerIdentity(name: "a", version: "b", settings: ["c": "d;e=f"])
        let other = MeasurerIdentity(name: "a", version: "b", settings: ["c": "d", "e": "f"])
        #expect(one.key != other.key)
    }

    @Test func `the terminal's identity contains its tables and its setting`() {
        let narrow = TerminalCellMeasurer().identity
        let wide = TerminalCellMeasurer(ambiguousWidth: .wide).identity
        #expect(narrow.name == "cells")
        #expect(narrow.version == CellTablesVersion.current)
        #expect(narrow.version.hasPrefix("\(CellTablesVersion.revision)+utf8proc"))
        #expect(narrow.settings == ["ambiguous": "1"])
        #expect(wide.settings == ["ambiguous": "2"])
        #expect(narrow.key != wide.key)
    }
}
