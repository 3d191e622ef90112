import Foundation

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// A file that is written whole or not at all: under another name beside its place, then renamed.
///
/// What is no regular file, such as a pipe or a device, is written to as it is.
struct AtomicFile {
    let path: String

    /// - Throws: `CommandFailure`; what was at the path is then as it was.
    func write(_ bytes: Data) throws {
        var status = stat()
        // The system fills the structure before it returns.
        if unsafe stat(path, &status) == 0, status.st_mode & S_IFMT != S_IFREG {
            return try writeInPlace(bytes, isFolder: status.st_mode & S_IFMT == S_IFDIR)
        }
        let draft = "\(path).new-\(getpid())"
        do {
            try bytes.write(to: URL(fileURLWithPath: draft))
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: draft))
            try file.synchronize()
            try file.close()
        } catch {
            _ = unsafe unlink(draft)
            throw failure(error)
        }
        guard unsafe rename(draft, path) == 0 else {
            let failure = failure(CocoaError(.fileWriteUnknown))
            _ = unsafe unlink(draft)
            throw failure
        }
    }

    private func writeInPlace(_ bytes: Data, isFolder: Bool) throws {
        guard !isFolder else {
            throw CommandFailure(
                code: ExitStatus.cannotCreate,
                message: "'\(path)' is a folder; name a file in it with -o"
            )
        }
        do {
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.write(contentsOf: bytes)
            try file.close()
        } catch {
            throw failure(error)
        }
    }

    private func failure(_ error: any Error) -> CommandFailure {
        switch (error as? CocoaError)?.code {
        case .fileWriteOutOfSpace:
            CommandFailure(
                code: ExitStatus.inputOutput,
                message: "cannot write '\(path)': the disk is full; make room and try again"
            )
        case .fileWriteNoPermission, .fileWriteVolumeReadOnly:
            CommandFailure(
                code: ExitStatus.noPermission,
                message: "no permission to write '\(path)'; name another file with -o"
            )
        default:
            CommandFailure(
                code: ExitStatus.cannotCreate,
                message: "cannot create '\(path)'; name another file with -o"
            )
        }
    }
}
