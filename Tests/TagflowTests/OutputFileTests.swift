import Foundation
import TestSupport
import Testing

@Suite struct OutputFileTests {
    @Test func `a link stays, and the file that it leads to is written`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let folder = tagflow.folder
        try FileManager.default.createDirectory(atPath: folder.file("far"), withIntermediateDirectories: true)
        try Data("<!-- Written by tagflow -->\n\n## old\n\n".utf8)
            .write(to: URL(fileURLWithPath: folder.file("far/real.md")))
        let links = [("link.md", "second.md"), ("second.md", "far/real.md"), ("new.md", "far/new.md")]
        for (link, target) in links {
            try FileManager.default.createSymbolicLink(atPath: folder.file(link), withDestinationPath: target)
        }
        for file in ["link.md", "new.md"] {
            let export = ["export", "--format", "markdown", "-o", folder.file(file)]
            #expect(try tagflow.run(export).code == 0)
        }
        for (link, target) in links {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(link)) == target)
        }
        for file in ["far/real.md", "far/new.md"] { #expect(try text(folder.file(file)).contains("- [ ] x")) }
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.file("far")).sorted() == ["new.md", "real.md"])
        try FileManager.default.createSymbolicLink(atPath: folder.file("circle.md"), withDestinationPath: "circle.md")
        let circle = try tagflow.run("export", "--format", "markdown", "-o", folder.file("circle.md"))
        #expect(circle.code == 73 && circle.errors.contains("a symbolic link loop"))
    }

    @Test(arguments: [0o600, 0o640, 0o644, 0o777]) func `a file keeps its mode, and a new one has the mask's`(
        mode: Int
    ) throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let path = tagflow.folder.file("tags.csv")
        try Data("tag,selected\nold,true\n".utf8).write(to: URL(fileURLWithPath: path))
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(try tagflow.run("export", "--format", "csv", "-o", path).code == 0)
        #expect(try text(path) == "tag,selected\nx,false\n")
        #expect(try permissions(path) == mode)
        let shell = Tool("sh", package: "dash")
        var environment = tagflow.environment
        environment["TAGFLOW"] = TagflowProcess.path
        let script = "umask 027; \"$TAGFLOW\" export --format csv -o \"$HOME/new.csv\""
        #expect(try shell.run(["-c", script], environment: environment).code == 0)
        #expect(try permissions(tagflow.folder.file("new.csv")) == 0o640)
    }

    @Test func `no message recommends replacing another database`() throws {
        let tagflow = try TagflowProcess()
        let other = tagflow.folder.file("other.sqlite")
        for path in [other, tagflow.folder.file("tags.sqlite")] { try tagflow.run("add", "x", "--database", path) }
        let outcome = try tagflow.run("export", "--format", "csv", "-o", other)
        #expect(outcome.code == 73)
        #expect(outcome.errors == "tagflow: '\(other)' is a database; name another file with -o\n")
    }

    @Test func `the open database and its files are never replaced`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let path = tagflow.folder.file("tags.sqlite")
        try FileManager.default.createSymbolicLink(
            atPath: tagflow.folder.file("link.ndjson"), withDestinationPath: path)
        for target in [path, "\(path)-wal", "\(path)-shm", "\(path)-journal"] + [tagflow.folder.file("link.ndjson")] {
            for format in ["ndjson", "csv", "svg"] {
                let outcome = try tagflow.run("export", "--format", format, "-o", target)
                #expect(outcome.code == 73, "\(target): \(outcome.errors)")
                #expect(outcome.errors.contains("belongs to the open database"))
            }
        }
        #expect(try tagflow.run("doctor").code == 0)
        #expect(try tagflow.run("show").output.contains("x"))
    }

    @Test func `a formula in a tag is guarded in CSV and comes back through an import`() throws {
        let tags = ["=1+1", "+x", "-x", "@x", "'=x", "''@x", "'x", "x=1", "=\"a\",b"]
        let tagflow = try TagflowProcess()
        try tagflow.run(["new", "s", "--"] + tags)
        let csv = try tagflow.run("export", "--format", "csv").output
        for line in csv.split(separator: "\n").dropFirst() {
            let cell = line.drop { $0 == "\"" }
            #expect(cell.first.map { !"=+-@".contains($0) } == true, "\(line)")
        }
        let copy = try TagflowProcess()
        try copy.run("new", "s")
        #expect(try copy.run(["import", "--from", "csv", "-"], input: Data(csv.utf8)).code == 0)
        #expect(try copy.run("export", "--format", "csv").output == csv)
        #expect(try copy.run("tags", "--format", "json").output == tagflow.run("tags", "--format", "json").output)
    }

    @Test func `an export has the same bytes if the system shortens every write`() throws {
        let tagflow = try TagflowProcess()
        let lines = (0..<3_000).map { #"{"title":"label \#($0)","tags":["tag \#($0 % 97)","早间例行 \#($0 % 89)"]}"# }
        let input = Data(lines.joined(separator: "\n").utf8)
        #expect(try tagflow.run(["import", "-"], input: input).code == 0)
        var short = tagflow
        short.environment["LD_PRELOAD"] = try PreloadedLibrary.make("short_write", in: tagflow.folder)
        for format in ["ndjson", "csv", "json", "text", "svg", "png"] {
            let whole = tagflow.folder.file("whole.\(format)")
            #expect(try tagflow.run("export", "--format", format, "-o", whole).code == 0)
            let expected = try Data(contentsOf: URL(fileURLWithPath: whole))
            let pieces = tagflow.folder.file("pieces.\(format)")
            let outcome = try short.run("export", "--format", format, "-o", pieces)
            #expect(outcome.code == 0, "\(outcome.errors)")
            #expect(try Data(contentsOf: URL(fileURLWithPath: pieces)) == expected, "\(format)")
            guard format != "png" else { continue }
            let printed = try short.run("export", "--format", format)
            #expect(printed.code == 0)
            #expect(printed.output == String(decoding: expected, as: UTF8.self), "\(format)")
        }
    }

    @Test func `a full device is reported, and the old file stays`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        for arguments in [
            ["export", "--format", "ndjson", "-o", "/dev/full"], ["export", "-o", "/dev/full", "--format", "csv"],
        ] {
            let outcome = try tagflow.run(arguments)
            #expect(outcome.code == 74 && outcome.errors.contains("the disk is full"))
        }
    }

    @Test func `standard output may be a pipe named as a file, or a full device`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "x")
        let expected = try tagflow.run("export", "--format", "csv").output
        #expect(try shell("\"$0\" export --format csv -o /dev/stdout | cat", tagflow) == expected)
        let full = try shell("\"$0\" export --format csv > /dev/full", tagflow)
        #expect(full == "tagflow: can't write the output: the disk is full; make room and try again\n")
    }

    /// Returns what a shell script prints whose `$0` is the program.
    private func shell(_ script: String, _ tagflow: TagflowProcess) throws -> String {
        let (process, pipe) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = ["-c", script, TagflowProcess.path]
        process.environment = tagflow.environment
        process.standardOutput = pipe
        process.standardError = pipe
        try process.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return String(decoding: output, as: UTF8.self)
    }

    private func text(_ path: String) throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

    private func permissions(_ path: String) throws -> Int? {
        let attributes = try FileManager.default.attributesOfItem(atPath: path)
        return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
}
