import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// A file that is written completely or not at all.
///
/// The file is written under a temporary name in the same folder, then renamed.
///
/// A symbolic link is followed. An existing file keeps its mode, owner and extended attributes; see
/// `FileReplacement`. A pipe, a device or any other file that isn't regular is written directly.
///
/// ```swift
/// try AtomicFile(path: "board.svg").write(Data("<svg/>".utf8))
/// ```
struct AtomicFile {
    let path: String
    /// The format that an export must have written an existing file in to replace it; `nil` to replace any file.
    var format: ExportFormat?

    /// Writes the file with the given content.
    ///
    /// - Throws: `CommandError`; the existing file is then unchanged.
    func write(_ bytes: Data) throws { try write { writer in try writer.write(bytes) } }

    /// Writes the file with a function; when this returns, the file is on disk.
    ///
    /// - Throws: `CommandError`, or the error of `body`; the existing file is then unchanged.
    func write(_ body: (DescriptorWriter) throws -> Void) throws {
        guard !path.isEmpty, !path.utf8.contains(0) else {
            throw CommandError(
                code: ExitStatus.cannotCreate, message: "\(path.quoted) isn't a file name; name one with -o")
        }
        let target = try OutputPath(path)
        try refuseOpenDatabase(target)
        var status = stat()
        // The path ends with a null, and the system fills the structure before it returns.
        let exists = unsafe stat(target.cString, &status) == 0
        switch status.st_mode & S_IFMT {
        case S_IFDIR where exists:
            throw CommandError(
                code: ExitStatus.cannotCreate, message: "\(path.quoted) is a folder; name a file in it with -o")
        case S_IFREG where exists:
            try refuseOtherContent(target)
            try replace(target, body)
        case _ where exists: try writeInPlace(target, body)
        default: try replace(target, body)
        }
    }

    private func refuseOpenDatabase(_ target: OutputPath) throws {
        let names = [path, target.text]
        // SQLite may create a file next to a database at any moment.
        let databases = names.flatMap { name in
            ["-wal", "-shm", "-journal"]
                .compactMap { ending in name.hasSuffix(ending) ? String(name.dropLast(ending.count)) : nil }
        }
        guard (names + databases).contains(where: OpenDatabases.holds) else { return }
        throw CommandError(
            code: ExitStatus.cannotCreate,
            message: "\(path.quoted) belongs to the open database; name another file with -o")
    }

    /// Throws if an existing file isn't an export in the format, or isn't certain to be one.
    private func refuseOtherContent(_ target: OutputPath) throws {
        guard let format else { return }
        let existing = try existingFile(target)
        guard !existing.isBlank, !existing.isExport(in: format) else { return }
        guard !TagService.Maintenance.isDatabase(atPath: target.text) else {
            throw CommandError(
                code: ExitStatus.cannotCreate, message: "'\(path)' is a database; name another file with -o")
        }
        let problem =
            existing.format == format
            ? "\(format.noun) that tagflow didn't write"
            : "\(existing.noun), which this would replace with \(format.noun)"
        throw CommandError(
            code: ExitStatus.cannotCreate, message: "\(path.quoted) contains \(problem); use --force or another file")
    }

    /// Reads the beginning and the end of an existing file.
    private func existingFile(_ target: OutputPath) throws -> ExistingFile {
        let descriptor = unsafe open(target.cString, O_RDONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw unreadable(errno) }
        defer { _ = close(descriptor) }
        var start = try bytes(of: descriptor, from: 0, count: ExistingFile.recognizedSize)
        // A record is recognized by its whole line.
        while format == .ndjson, !start.contains(0x0A), start.count <= LineBuffer.lineLimit {
            let more = try bytes(of: descriptor, from: start.count, count: 1 << 20)
            if more.isEmpty { break }
            start += more
        }
        let size = Int(lseek(descriptor, 0, SEEK_END))
        let end = try bytes(of: descriptor, from: max(0, size - ExistingFile.endSize), count: ExistingFile.endSize)
        return ExistingFile(start: start, end: end)
    }

    private func bytes(of descriptor: Int32, from position: Int, count: Int) throws -> [UInt8] {
        var found = 0
        let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
            repeat {
                // The buffer's count limits the read.
                found = unsafe pread(descriptor, buffer.baseAddress, buffer.count, off_t(position))
            } while found < 0 && errno == EINTR
            used = max(0, found)
        }
        guard found >= 0 else { throw unreadable(errno) }
        return bytes
    }

    private func unreadable(_ code: Int32) -> CommandError {
        let isForbidden = code == EACCES || code == EPERM
        return CommandError(
            code: isForbidden ? ExitStatus.noPermission : ExitStatus.inputOutput,
            message:
                "can't read \(path.quoted), which this would replace: \(SystemError(code).text); use --force or another file"
        )
    }

    private func replace(_ target: OutputPath, _ body: (DescriptorWriter) throws -> Void) throws {
        do {
            let replacement = try FileReplacement(of: target.bytes)
            try body(DescriptorWriter(descriptor: replacement.descriptor))
            try replacement.synchronize()
            try replacement.commit()
        } catch let error as SystemError { throw failure(error.number) } catch StreamError.failed(let code) {
            throw failure(code)
        }
    }

    private func writeInPlace(_ target: OutputPath, _ body: (DescriptorWriter) throws -> Void) throws {
        let descriptor = unsafe open(target.cString, O_WRONLY | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { throw failure(errno) }
        do { try body(DescriptorWriter(descriptor: descriptor)) } catch {
            _ = close(descriptor)
            if case StreamError.failed(let code) = error { throw failure(code) }
            throw error
        }
        try check(close(descriptor))
    }

    /// Throws the error of a failed system call.
    private func check(_ result: Int32) throws { guard result == 0 else { throw failure(errno) } }

    private func failure(_ code: Int32) -> CommandError {
        switch code {
        case ENOSPC, EDQUOT:
            CommandError(
                code: ExitStatus.inputOutput,
                message: "can't write \(path.quoted): the disk is full; make room and try again")
        case EROFS:
            CommandError(
                code: ExitStatus.noPermission,
                message: "can't write \(path.quoted): its file system is read-only; name another file with -o")
        case EACCES, EPERM:
            CommandError(
                code: ExitStatus.noPermission,
                message: "no permission to write \(path.quoted); name another file with -o")
        case EIO, EFBIG:
            CommandError(
                code: ExitStatus.inputOutput,
                message: "can't write \(path.quoted): \(SystemError(code).text); check the disk and try again")
        default:
            CommandError(
                code: ExitStatus.cannotCreate, message: "can't create \(path.quoted); name another file with -o")
        }
    }
}
