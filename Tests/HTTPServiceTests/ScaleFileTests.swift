import Foundation
import TestSupport
import Testing

/// The files for serving spaces from many machines.
@Suite struct ScaleFileTests {
    private static let proxy = Tool("haproxy", package: "haproxy")
    private static let sbin = "/usr/sbin/haproxy"
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("Scale")

    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: sbin), "\(proxy.comment)"))
    func `HAProxy takes its configuration, with addresses from the environment`() throws {
        let shell = Tool("sh", package: "dash")
        let path = Self.folder.appendingPathComponent("haproxy.cfg").path
        let environment = [
            "TAGFLOW_BIND": "127.0.0.1:1", "TAGFLOW_NODE1": "10.0.0.1:7733", "TAGFLOW_NODE2": "10.0.0.2:7733",
            "TAGFLOW_NODE3": "10.0.0.3:7733", "TAGFLOW_BASE_PATH": "/tags", "TAGFLOW_DEPTH": "3",
        ]
        let result = try shell.run(["-c", "\(Self.sbin) -c -q -f '\(path)' 2>&1"], environment: environment)
        let said = String(decoding: result.output, as: UTF8.self)
        #expect(result.code == 0 && !said.contains("WARNING"), "\(said)")
    }

    @Test(arguments: ["fence", "backup", "ceph-settings"]) func `a script prints its usage`(name: String) throws {
        let script = Self.folder.appendingPathComponent(name).path
        let result = try Tool("sh", package: "dash").run(["-c", "'\(script)' 2>&1"])
        #expect(result.code != 0)
        #expect(String(decoding: result.output, as: UTF8.self).contains("usage: \(name) "))
    }

    @Test func `the runbook names every file, and the unit starts an exclusive server`() throws {
        let names = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
            .filter { !["README.md", "learning", "simulation"].contains($0) && !$0.hasPrefix(".") }
        let runbook = try String(contentsOf: Self.folder.appendingPathComponent("README.md"), encoding: .utf8)
        for name in names { #expect(runbook.contains("`\(name)`"), "\(name)") }
        let unit = try String(contentsOf: Self.folder.appendingPathComponent("tagflow-node.service"), encoding: .utf8)
        #expect(unit.contains("--spaces /srv/spaces --exclusive"))
    }
}
