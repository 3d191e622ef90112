import Foundation
import TestSupport
import Testing

/// The contract of sync, checked from outside by Tests/Scripts/sync_contract.py.
@Suite struct SyncContractTests {
    private static let python = Tool("python3", package: "python3")

    @Test(.enabled(if: python.isInstalled, "\(python.comment)")) func `every rule of the contract of sync holds`() throws
    {
        let script = HouseTests.root.appendingPathComponent("Tests/Scripts/sync_contract.py").path
        let programs = URL(fileURLWithPath: TagflowProcess.path).deletingLastPathComponent().path
        let outcome = try Self.python.run([script, programs])
        let output = String(decoding: outcome.output, as: UTF8.self)
        let failed = output.split(separator: "\n").filter { $0.hasPrefix("FAILED") }
        #expect(failed.isEmpty, "\(failed.joined(separator: "\n"))")
        #expect(outcome.code == 0, "\(output.suffix(2_000))")
        #expect(output.components(separatedBy: "ok ").count > 20)
    }
}
