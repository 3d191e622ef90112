import Foundation
import Testing

/// Holds the public interface of the module against a recorded one, so that a change of it is seen.
@Suite struct `The public interface` {
    static let record = Fixtures.folder.appending(path: "public-interface.txt")

    @Test func `is the recorded one`() throws {
        let found = try Self.interface()
        #expect(found.count > 300)
        if ProcessInfo.processInfo.environment["TAGFLOW_RECORD"] == "1" {
            try Data((found.joined(separator: "\n") + "\n").utf8).write(to: Self.record)
            Issue.record("recorded; run again without TAGFLOW_RECORD")
        }
        let recorded = try String(contentsOf: Self.record, encoding: .utf8).split(separator: "\n").map(String.init)
        let gone = Set(recorded).subtracting(found).sorted().map { "- \($0)" }
        let new = Set(found).subtracting(recorded).sorted().map { "+ \($0)" }
        let change = (gone + new).joined(separator: "\n")
        #expect(
            gone.isEmpty && new.isEmpty,
            "The interface changed; if that is meant, record it with TAGFLOW_RECORD=1:\n\(change)")
    }

    /// The compiler's symbol graph of a module.
    private struct Graph: Decodable {
        let symbols: [Symbol]
        let relationships: [Relationship]
    }

    private struct Symbol: Decodable {
        let identifier: Identifier
        let pathComponents: [String]
        let declarationFragments: [Fragment]

        /// The declaration in a line.
        var declaration: String {
            declarationFragments.map(\.spelling).joined().split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }
    }

    private struct Identifier: Decodable { let precise: String }

    private struct Fragment: Decodable { let spelling: String }

    private struct Relationship: Decodable {
        let kind: String
        let source: String
        let target: String
        let targetFallback: String?
    }

    /// Conformances that the compiler derives for every type.
    private static let derived: Set = ["Swift.SendableMetatype", "Swift.Copyable", "Swift.Escapable"]

    /// The declarations and conformances of the module, a line each, in order.
    static func interface() throws -> [String] {
        let graphs = try extracted()
        let symbols = graphs.flatMap(\.symbols)
        let names = Dictionary(
            symbols.map { ($0.identifier.precise, $0.pathComponents.joined(separator: ".")) },
            uniquingKeysWith: { first, _ in first })
        let declarations = symbols.map { "\($0.pathComponents.joined(separator: ".")): \($0.declaration)" }
        let conformances = graphs.flatMap(\.relationships).filter { $0.kind == "conformsTo" }
            .compactMap { relation -> String? in
                guard let source = names[relation.source] else { return nil }
                let target = names[relation.target] ?? relation.targetFallback ?? relation.target
                return derived.contains(target) ? nil : "\(source) conforms to \(target)"
            }
        return Set(declarations + conformances).sorted()
    }

    /// Has the compiler write the interface of the module that the tests were built with.
    private static func extracted() throws -> [Graph] {
        guard let extractor = tool else {
            Issue.record("swift-symbolgraph-extract isn't in PATH")
            return []
        }
        let folder = FileManager.default.temporaryDirectory.appending(path: "public-interface-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let modules = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "Modules")
        let process = Process()
        process.executableURL = extractor
        process.arguments = [
            "-module-name", "FlowEngine", "-I", modules.path, "-target", target, "-output-dir", folder.path,
            "-minimum-access-level", "public", "-skip-synthesized-members",
        ]
        process.standardError = FileHandle.nullDevice
        try process.run()
        process.waitUntilExit()
        #expect(process.terminationStatus == 0)
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".symbols.json") }
            .map { name in
                let data = try Data(contentsOf: folder.appending(path: name))
                return try JSONDecoder().decode(Graph.self, from: data)
            }
    }

    /// The target that the tests were built for.
    private static var target: String {
        #if arch(arm64)
        "aarch64-unknown-linux-gnu"
        #else
        "x86_64-unknown-linux-gnu"
        #endif
    }

    /// The compiler's tool, in PATH or in the toolchain whose library the tests are linked to.
    private static var tool: URL? {
        let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
        // Without /proc the library can't be found.
        let maps = (try? String(contentsOfFile: "/proc/self/maps", encoding: .utf8)) ?? ""
        let library = maps.split(separator: "\n").first { $0.hasSuffix("/libswiftCore.so") }
        let toolchain = library.flatMap { line in
            line.firstIndex(of: "/")
                .map { "\(line[$0...].replacing("/lib/swift/linux/libswiftCore.so", with: "/bin"))" }
        }
        return (path.split(separator: ":").map(String.init) + [toolchain].compactMap(\.self))
            .map { URL(filePath: $0).appending(path: "swift-symbolgraph-extract") }
            .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    }
}
