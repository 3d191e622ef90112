import Foundation
import TestSupport
import Testing

@testable import PageFetching
@testable import tagflow

/// `add-item --fetch`; the tests of the reader of pages are PageFetchingTests.
@Suite struct FetchedItemTests {
    /// Runs `add-item` in this process, with a reader that also reads from 127.0.0.1, and returns the items.
    private static func add(_ arguments: String..., after earlier: [[String]] = []) throws -> [[String: Any]] {
        let folder = try TemporaryFolder()
        let tagflow = try TagflowProcess()
        let database = ["--database", folder.file("tags.sqlite")]
        for command in earlier { #expect(try tagflow.run(database + command).code == 0) }
        let program = Program(
            arguments: database + ["--quiet", "add-item", "--fetch"] + arguments, environment: ["HOME": folder.path])
        var limits = FetchLimits()
        limits.time = .seconds(60)
        program.session.pageFetcher = PageFetcher(
            policy: ConnectionPolicy { address in
                address == IPAddress("127.0.0.1") ? nil : AddressRange.kind(of: address)
            }, limits: limits)
        #expect(program.run() == 0)
        let list = try tagflow.run(database + ["items", "--format", "json"]).output
        let object = try JSONSerialization.jsonObject(with: Data(list.utf8)) as? [String: Any]
        return object?["items"] as? [[String: Any]] ?? []
    }

    @Test func `the page's title is the item's title`() throws {
        let location = try PageServer.shared().url("/redirect?to=/page")
        let items = try Self.add(location, "--tag", "a")
        #expect(items.count == 1 && items.first?["title"] as? String == "A page")
        #expect(items.first?["location"] as? String == location)
        #expect(items.first?["note"] == nil)
    }

    @Test func `a title that was given or is stored stays`() throws {
        let location = try PageServer.shared().url("/page")
        let given = try Self.add(location, "--title", "Mine")
        #expect(given.first?["title"] as? String == "Mine")
        let stored = try Self.add(location, after: [["add-item", location, "--title", "Stored", "--tag", "a"]])
        #expect(stored.first?["title"] as? String == "Stored")
        #expect(stored.first?["tags"] as? [String] == ["a"])
    }

    @Test func `the page's text is evidence for tags`() throws {
        let html = "<title>Bread</title><p>All about sourdough"
        let location = try PageServer.shared().body(html.utf8, type: "text/html")
        let items = try Self.add(
            location, "--accept", "0", after: [["add-item", "--title", "flour", "--tag", "sourdough"]])
        let tags = items.first { $0["title"] as? String == "Bread" }?["tags"] as? [String]
        #expect(tags == ["sourdough"])
    }

    @Test func `an item is saved without a title if the page can't be read`() throws {
        let tagflow = try TagflowProcess()
        let location = "http://127.0.0.1:8080/"
        let outcome = try tagflow.run("add-item", location, "--fetch", "--tag", "a")
        #expect(outcome.code == 0)
        #expect(outcome.output == "saved 1: a  \(location)\n")
        #expect(
            outcome.errors
                == "tagflow: the page wasn't read: '127.0.0.1' has a loopback address, and pages are read from public addresses only; enter the title yourself\n"
        )
        let path = try tagflow.run("--quiet", "add-item", "/notes/a.md", "--fetch", "--title", "b")
        #expect(path.code == 0 && path.output.isEmpty && path.errors.isEmpty)
        let items = try tagflow.run("items", "--format", "urls").output
        #expect(Set(items.split(separator: "\n")) == ["/notes/a.md", Substring(location)])
    }

    @Test func `reading a page requires a location`() throws {
        let outcome = try TagflowProcess().run("add-item", "--fetch", "--title", "a")
        #expect(outcome.code == 64)
        #expect(outcome.errors.contains("--fetch requires a location"), "\(outcome.errors)")
    }
}
