import Foundation
import TestSupport
import Testing

@testable import TextMeasurement

@Suite struct FontIdentityTests {
    private func identity(_ font: String, _ language: String = "und") throws -> MeasurerIdentity {
        try FontMeasurer(font: font, language: language).identity
    }

    @Test func `the same font has the same identity`() throws {
        #expect(try identity("Noto Sans 15") == identity("Noto Sans 15"))
    }

    @Test func `the identity contains everything that a size depends on`() throws {
        let base = try identity("Noto Sans 15")
        for other in [
            try identity("Noto Sans 16"), try identity("Noto Sans Bold 15"), try identity("Noto Sans Italic 15"),
            try identity("DejaVu Sans 15"), try identity("Noto Sans, DejaVu Sans 15"),
            try identity("Noto Sans 15", "ja"),
        ] { #expect(other.key != base.key) }
    }

    @Test func `the identity contains the libraries' versions and the resolved font`() throws {
        let identity = try identity("Noto Sans 15")
        #expect(identity.name == "pango")
        #expect(identity.version.contains("+cairo"))
        #expect(identity.version.contains("+fontconfig"))
        #expect(identity.settings["font"]?.hasPrefix("Noto Sans") == true)
        #expect(identity.settings["size"] == "15.0")
    }
}
