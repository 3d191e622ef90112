import Foundation
import TestSupport
import Testing

/// `model pack`, with the folder that the job in Scale/learning writes.
@Suite struct ModelPackTests {
    private static let learned = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Fixtures/Learning/expected")

    private func copy(to tagflow: TagflowProcess) throws -> URL {
        let folder = URL(fileURLWithPath: tagflow.folder.file("learned"))
        try FileManager.default.copyItem(at: Self.learned, to: folder)
        return folder
    }

    @Test func `a learned folder becomes a model that suggestions use`() throws {
        let tagflow = try TagflowProcess()
        let folder = try copy(to: tagflow)
        let model = tagflow.folder.file("team.model")
        let packed = try tagflow.run("model", "pack", folder.path, "-o", model)
        #expect(packed.output == "built \(model) from 130 items with 422 tags\n", "\(packed)")
        #expect(try tagflow.run("model", "use", model).code == 0)
        let found = try tagflow.run("suggest", "--given", "cake").output
        #expect(found.contains("Café"), "\(found)")
    }

    @Test func `the parts of a folder that Spark writes are one file`() throws {
        let tagflow = try TagflowProcess()
        let folder = try copy(to: tagflow)
        let (whole, parted) = (tagflow.folder.file("whole"), tagflow.folder.file("parted"))
        #expect(try tagflow.run("model", "pack", folder.path, "-o", whole).code == 0)
        let tags = folder.appendingPathComponent("tags.ndjson")
        let lines = try String(contentsOf: tags, encoding: .utf8).split(separator: "\n")
        try FileManager.default.removeItem(at: tags)
        try FileManager.default.createDirectory(at: tags, withIntermediateDirectories: false)
        for (name, part) in [
            ("part-00000.json", lines.prefix(100)), ("part-00001.json", lines.dropFirst(100)), ("_SUCCESS", []),
            (".part-00000.json.crc", ["no text"]),
        ] { try Data((part.joined(separator: "\n") + "\n").utf8).write(to: tags.appendingPathComponent(name)) }
        #expect(try tagflow.run("model", "pack", folder.path, "-o", parted).code == 0)
        #expect(FileManager.default.contentsEqual(atPath: whole, andPath: parted))
    }

    @Test func `missing or invalid files get a one-line error`() throws {
        let tagflow = try TagflowProcess()
        let folder = try copy(to: tagflow)
        let model = tagflow.folder.file("team.model")
        let pairs = folder.appendingPathComponent("pairs.csv")
        try Data("feature,other,uses\n1,2,x\n".utf8).write(to: pairs)
        let wrong = try tagflow.run("model", "pack", folder.path, "-o", model)
        #expect(wrong.code == 65)
        #expect(
            wrong.errors
                == "tagflow: '\(pairs.path)', line 2: 'x' isn't a valid integer for uses; generate the folder again with Scale/learning\n"
        )
        try FileManager.default.removeItem(at: pairs)
        let missing = try tagflow.run("model", "pack", folder.path, "-o", model)
        #expect(missing.code == 66 && missing.errors.contains("no such file '\(pairs.path)'"))
        #expect(try tagflow.run("model", "pack", "/nowhere", "-o", model).code == 66)
        #expect(try tagflow.run("model", "pack", folder.path).code == 64)
        #expect(try tagflow.run("model", "pack", "-o", model).code == 64)
        #expect(!FileManager.default.fileExists(atPath: model))
    }
}
