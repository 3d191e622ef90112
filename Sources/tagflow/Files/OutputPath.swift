import Foundation
import TagService
import TerminalFrontEnd

/// The path to write a file to, after following links, in the system's bytes.
struct OutputPath {
    let bytes: [UInt8]

    /// The most links that are followed, as the system has it.
    private static let mostLinks = 40

    /// - Throws: `CommandError` if links form a cycle.
    init(_ path: String) throws {
        var bytes = GivenArguments.process.bytes(ofPath: path)
        var count = 0
        while let link = Self.link(at: bytes) {
            count += 1
            guard count <= Self.mostLinks else {
                throw CommandError(
                    code: ExitStatus.cannotCreate,
                    message: "'\(path)' is a symbolic link loop; name another file with -o"
                )
            }
            bytes = link.first == UInt8(ascii: "/") ? link : Self.folder(of: bytes) + link
        }
        self.bytes = bytes
    }

    /// The path as a string, for functions that take strings.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path for the system.
    var cString: [CChar] { Self.cString(bytes) }

    /// The path up to the last slash, with it.
    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)])
    }

    /// The target of the link at a path; `nil` if the path isn't a link.
    private static func link(at path: [UInt8]) -> [UInt8]? {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, used in
            // The count is the buffer's; its bytes are the system's characters.
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else { return }
                count = unsafe readlink(cString(path), base, characters.count)
            }
            used = max(0, count)
        }
        return count > 0 ? bytes : nil
    }

    private static func cString(_ bytes: [UInt8]) -> [CChar] {
        bytes.map(CChar.init(bitPattern:)) + [0]
    }
}
