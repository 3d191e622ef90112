import Foundation
import TagService
import Testing

@testable import TerminalFrontEnd

@Suite struct HistoryFileTests {
    @Test func `lines are kept, in a file that only its owner reads`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try #require(HistoryFile(environment: ["XDG_STATE_HOME": folder, "HOME": "/x"]))
        #expect(file.lines() == [])
        file.append("show")
        file.append("toggle 早间")
        #expect(file.path == "\(folder)/tagflow/history" && file.lines() == ["show", "toggle 早间"])
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }

    @Test func `a history that is the open database is neither read nor written`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try #require(HistoryFile(environment: ["XDG_STATE_HOME": folder]))
        file.append("one")
        try FileManager.default.removeItem(atPath: file.path)
        let database = "\(folder)/a.sqlite"
        let service = try TagService(.file(path: database), concurrency: .serial)
        try FileManager.default.linkItem(atPath: database, toPath: file.path)
        let before = try FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
        file.append("two")
        #expect(file.lines() == [])
        let after = try FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
        #expect(before == after)
        withExtendedLifetime(service) {}
    }

    @Test func `a file that has grown far is cut to the newest lines`() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let file = try #require(HistoryFile(environment: ["XDG_STATE_HOME": folder]))
        file.append((0...2 * HistoryFile.limit).map(String.init).joined(separator: "\n"))
        #expect(file.lines().count == HistoryFile.limit)
        #expect(file.lines().last == "\(2 * HistoryFile.limit)")
    }

    @Test func `a relative folder is ignored, and no home means no file`() {
        #expect(
            HistoryFile(environment: ["XDG_STATE_HOME": "a", "HOME": "/h"])?.path == "/h/.local/state/tagflow/history")
        #expect(HistoryFile(environment: [:]) == nil)
    }
}
