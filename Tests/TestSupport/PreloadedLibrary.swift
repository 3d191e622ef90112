internal import Foundation

/// A library that changes system calls, compiled from C on demand.
package enum PreloadedLibrary {
    /// Compiles a source of Tests/Hostile/preload; gives the library's path.
    package static func make(_ name: String, in folder: TemporaryFolder) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let source = root.appendingPathComponent("Hostile/preload/\(name).c").path
        let library = folder.file("\(name).so")
        let compiler = Tool("cc", package: "gcc")
        let result = try compiler.run(
            ["-shared", "-fPIC", "-O1", "-Wall", "-Werror", "-o", library, source, "-ldl"],
            environment: ["PATH": "/usr/bin:/bin"])
        guard result.code == 0 else { throw PreloadError.notCompiled(source: source) }
        return library
    }
}

/// The reason if the library isn't available.
package enum PreloadError: Error {
    /// The compiler refused the source.
    case notCompiled(source: String)
}
