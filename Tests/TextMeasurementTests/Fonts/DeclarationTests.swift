import Foundation
import TestSupport
import Testing

/// The declarations of CPango, compared with the libraries' headers.
@Suite struct DeclarationTests {
    static let compiler = Tool("clang", package: "clang")
    static let pkgConfig = Tool("pkg-config", package: "pkg-config")

    private static var flags: [String] {
        guard let answer = try? pkgConfig.run(["--cflags", "pangocairo", "cairo-pdf", "fontconfig"]), answer.code == 0
        else { return [] }
        return String(decoding: answer.output, as: UTF8.self).split(whereSeparator: \.isWhitespace).map(String.init)
    }

    @Test(
        .enabled(if: compiler.isInstalled, "clang is not installed"),
        .enabled(if: !flags.isEmpty, "libpango1.0-dev is not installed"))
    func `functions and types are declared as the libraries' headers declare them`() throws {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("../../..")
            .standardizedFileURL.path
        let answer = try Self.compiler.run(
            [
                "-fsyntax-only", "-Wno-deprecated-declarations", "-I\(root)/Sources/CPango/include",
                "\(root)/Tests/Fixtures/Pictures/declarations.c",
            ] + Self.flags)
        #expect(answer.code == 0)
    }
}
