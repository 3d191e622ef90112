import TestSupport
import Testing

/// Tests of `tagflow mcp` with the official Python client of MCP; the cases are in Tests/Scripts/assistant_client.py.
@Suite(
    .enabled(
        if: PythonPackages.client.areInstalled,
        "needs the packages mcp and jsonschema from PyPI; run .ci/mcp to install them")) struct AssistantClientTests
{
    @Test(arguments: ["tools", "read_only", "hostile", "pages"])
    func `the official client lists and calls tools and reads resources`(name: String) throws {
        let outcome = try PythonPackages.client.run("assistant_client.py", [TagflowProcess.path, name])
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

extension PythonPackages {
    fileprivate static let client = PythonPackages("mcp", modules: "mcp.client.stdio, jsonschema")
}
