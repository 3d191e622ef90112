import Foundation
import TestSupport
import Testing

@Suite struct LicenseTests {
    @Test func `the program prints the licenses that packages contain`() throws {
        let file = HouseTests.root.appendingPathComponent("Packaging/copyright")
        let text = try String(contentsOf: file, encoding: .utf8)
        let outcome = try TagflowProcess().run("--licenses")
        #expect(outcome.code == 0 && outcome.errors.isEmpty)
        #expect(outcome.output == text)
        #expect(text.contains("Files: GRDB.swift/*"))
    }

    @Test func `each dependency of the manifest has a license`() throws {
        let root = HouseTests.root
        let manifest = try String(contentsOf: root.appendingPathComponent("Package.swift"), encoding: .utf8)
        let text = try String(contentsOf: root.appendingPathComponent("Packaging/copyright"), encoding: .utf8)
        let names = manifest.matches(of: /url: "https:\/\/[^"]*\/([A-Za-z0-9.-]+)"/).map { String($0.1) }
        #expect(names.count >= 8)
        for name in names { #expect(text.contains("Files: \(name)/*"), "\(name)") }
    }
}
