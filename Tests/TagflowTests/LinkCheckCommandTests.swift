import Foundation
import TestSupport
import Testing

@testable import PageFetching
@testable import tagflow

/// `items --check` and `edit-item --follow`; Tests/Scripts/link_checks runs the program against servers at public addresses.
@Suite struct LinkCheckCommandTests {
    private let tagflow: TagflowProcess
    private let server: PageServer

    init() throws {
        tagflow = try TagflowProcess()
        server = try PageServer()
        for path in ["/page", "/redirect?code=301&to=/page?moved", "/status?code=404"] {
            try tagflow.run("add-item", server.url(path), "--title", path, "--tag", "web")
        }
    }

    /// Runs the program in this process, with a checker that also requests 127.0.0.1, and returns its exit code.
    private func run(_ arguments: String...) -> Int32 {
        let program = Program(
            arguments: ["--database", tagflow.folder.file("tags.sqlite"), "--quiet"] + arguments,
            environment: ["HOME": tagflow.folder.path])
        var limits = LinkLimits()
        limits.time = .seconds(60)
        limits.pause = .milliseconds(1)
        program.session.linkChecker = LinkChecker(
            policy: ConnectionPolicy { address in
                address == IPAddress("127.0.0.1") ? nil : AddressRange.kind(of: address)
            }, limits: limits)
        return program.run()
    }

    private func titles(_ query: String) throws -> [String] {
        try tagflow.run("items", query, "--format", "json").output.matches(of: /"title":"([^"]*)"/).map { String($0.1) }
    }

    @Test func `the results are recorded, found and shown`() throws {
        #expect(run("items", "--check") == 0)
        #expect(try titles("dead") == ["/status?code=404"])
        #expect(try titles("moved") == ["/redirect?code=301&to=/page?moved"])
        #expect(try titles("-dead -moved") == ["/page"])
        let shown = try tagflow.run("show-item", "2").output
        #expect(shown.contains(/checked: .*, 301, moved to http:.*\/page\?moved\n/), "\(shown)")
        #expect(try tagflow.run("show-item", "3").output.contains(/checked: .*, 404, dead\n/))
        let json = try tagflow.run("show-item", "2", "--format", "json").output
        #expect(json.contains(/"checked":{"at":"[^"]*","location":"http:[^"]*\/page\?moved","status":301}/), "\(json)")
    }

    @Test func `only the items of the query are requested, without private addresses`() throws {
        try tagflow.run("add-item", server.url("/page?private", host: "127.0.0.2"), "--title", "private", "--tag", "x")
        try tagflow.run("add-item", "--title", "a note", "--tag", "x")
        #expect(run("items", "--check", "#x") == 0)
        #expect(try titles("dead").isEmpty)
        let fetcher = PageFetcher(policy: ConnectionPolicy { $0 == IPAddress("127.0.0.1") ? nil : .loopback })
        _ = try fetcher.fetch(server.url("/page?last"))
        #expect(try fetcher.fetch(server.url("/requests")).text == "/page?last")
        #expect(run("items", "--check", "nothing") == 1)
        try tagflow.run("delete-item", "4")
        #expect(run("items", "--check", "#x") == 1)
    }

    @Test func `an item follows its new location only on request`() throws {
        #expect(try tagflow.run("edit-item", "2", "--follow").code == 65)
        #expect(run("items", "--check", "--format", "json") == 0)
        try tagflow.run("tag-items", "--matching", "moved", "--add", "seen", "--yes")
        #expect(try titles("moved").count == 1)
        #expect(try tagflow.run("edit-item", "2", "--follow", "--location", "https://x.example/").code == 64)
        #expect(try tagflow.run("edit-item", "2", "--follow").output.hasSuffix("\(server.url("/page?moved"))\n"))
        #expect(try titles("moved").isEmpty)
        #expect(try tagflow.run("edit-item", "3", "--follow").errors.hasPrefix("tagflow: item 3 hasn't moved"))
    }

    @Test func `every sentence about dead links holds`() throws {
        let process = Process()
        let output = Pipe()
        process.executableURL = HouseTests.root.appendingPathComponent("Tests/Scripts/link_checks")
        process.arguments = [TagflowProcess.path]
        (process.standardOutput, process.standardError) = (output, output)
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        #expect(process.terminationStatus == 0, "\(text.suffix(2_000))")
        #expect(text.hasPrefix("skipped") || text.components(separatedBy: "\nok ").count > 100, "\(text.suffix(500))")
    }

    @Test func `options that don't fit are refused`() throws {
        for option in ["--missing", "--delete"] {
            let outcome = try tagflow.run("items", "--check", option)
            #expect(outcome.code == 64 && outcome.errors.hasPrefix("tagflow: "))
        }
    }
}
