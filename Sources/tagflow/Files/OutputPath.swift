import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The path to write a file to, after following symbolic links, as bytes.
struct OutputPath {
    let bytes: [UInt8]

    /// The maximum number of links to follow, the same as the system's.
    private static let mostLinks = 40

    /// Follows the links of a path.
    ///
    /// - Throws: `CommandError` if the links form a cycle.
    init(_ path: String) throws {
        var bytes = GivenArguments.process.bytes(ofPath: path)
        var count = 0
        while !Self.isSpecialFile(bytes), let link = Self.link(at: bytes) {
            count += 1
            guard count <= Self.mostLinks else {
                throw CommandError(
                    code: ExitStatus.cannotCreate,
                    message: "\(path.quoted) is a symbolic link loop; name another file with -o")
            }
            bytes = link.first == UInt8(ascii: "/") ? link : Self.folder(of: bytes) + link
        }
        self.bytes = bytes
    }

    /// The path as a string, for functions that take strings.
    var text: String { String(decoding: bytes, as: UTF8.self) }

    /// The path as a null-terminated C string.
    var cString: [CChar] { Self.cString(bytes) }

    /// Returns whether a path leads to a pipe, a device or a socket.
    ///
    /// These are written through the links, because the target of `/dev/stdout` may not be a path, such as `pipe:[17]`.
    private static func isSpecialFile(_ path: [UInt8]) -> Bool {
        var status = stat()
        // The path ends with a null, and the system fills the structure before it returns.
        guard unsafe stat(cString(path), &status) == 0 else { return false }
        return ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT)
    }

    /// Returns whether a path leads to the pipe, device or socket that is the standard output.
    static func isStandardOutput(_ path: String) -> Bool {
        let bytes = GivenArguments.process.bytes(ofPath: path)
        var (file, output) = (stat(), stat())
        // The path ends with a null, and the system fills the structures before it returns.
        guard isSpecialFile(bytes), unsafe stat(cString(bytes), &file) == 0, unsafe fstat(1, &output) == 0 else {
            return false
        }
        return file.st_dev == output.st_dev && file.st_ino == output.st_ino
    }

    /// Returns the path up to and including the last slash.
    private static func folder(of path: [UInt8]) -> [UInt8] {
        Array(path[..<((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)])
    }

    /// Returns the target of the link at a path, or `nil` if the path isn't a link.
    private static func link(at path: [UInt8]) -> [UInt8]? {
        var count = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, used in
            // The buffer's count limits the read; a byte has the size of a C character.
            unsafe buffer.withMemoryRebound(to: CChar.self) { characters in
                guard let base = characters.baseAddress else { return }
                count = unsafe readlink(cString(path), base, characters.count)
            }
            used = max(0, count)
        }
        return count > 0 ? bytes : nil
    }

    private static func cString(_ bytes: [UInt8]) -> [CChar] { bytes.map(CChar.init(bitPattern:)) + [0] }
}
