import TestSupport
import Testing

/// `tagflow mcp` as the protocol's official Python client sees it; the cases stand in Tests/Scripts/assistant_client.py.
@Suite(
    .enabled(
        if: PythonPackages.client.areInstalled,
        "needs PyPI's mcp and jsonschema: .ci/mcp fetches them"
    )
)
struct AssistantClientTests {
    @Test(arguments: ["tools", "read_only", "hostile", "pages"])
    func `the official client lists and calls what there is`(name: String) throws {
        let outcome = try PythonPackages.client.run(
            "assistant_client.py",
            [TagflowProcess.path, name]
        )
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

extension PythonPackages {
    fileprivate static let client = PythonPackages("mcp", modules: "mcp.client.stdio, jsonschema")
}
