import TagService

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The errors for a file that can't be read.
///
/// ```swift
/// InputError(name: "'a.csv'", path: "a.csv").notThere.message
/// // "no such file 'a.csv'; name a file, or '-' for standard input"
/// ```
struct InputError {
    /// The name of the file in the message.
    let name: String
    let path: String

    var notThere: CommandError {
        CommandError(code: ExitStatus.noInput, message: "no such file \(name); name a file, or '-' for standard input")
    }

    var isFolder: CommandError {
        CommandError(code: ExitStatus.noInput, message: "\(name) is a folder; name a file in it")
    }

    var isOpenDatabase: CommandError {
        CommandError(
            code: ExitStatus.badData,
            message: "\(name) belongs to the open database; use 'export' to write its contents")
    }

    var isDatabase: CommandError {
        CommandError(
            code: ExitStatus.badData, message: "\(name) is a SQLite database, not text; open it with --database")
    }

    var isDevice: CommandError {
        CommandError(code: ExitStatus.badData, message: "\(name) is an endless device; name a file")
    }

    var isLongText: CommandError {
        CommandError(code: ExitStatus.badData, message: "\(name) is longer than 1 MB; name a file with a shorter text")
    }

    var isNotUTF8: CommandError {
        CommandError(code: ExitStatus.badData, message: "\(name) isn't valid UTF-8; save it as UTF-8")
    }

    /// Returns the error for an `errno` value.
    func failure(_ code: Int32) -> CommandError {
        switch code {
        case ENOENT, ENOTDIR: return isDanglingLink ? danglingLink : notThere
        case EISDIR: return isFolder
        case EACCES, EPERM:
            return CommandError(
                code: ExitStatus.noPermission, message: "no permission to read \(name); change its mode")
        case ELOOP, ENAMETOOLONG:
            return CommandError(
                code: ExitStatus.noInput,
                message: "\(name) isn't a usable file: \(SystemError(code).text); name another one")
        default:
            return CommandError(
                code: ExitStatus.inputOutput,
                message: "can't read \(name): \(SystemError(code).text); check the disk and try again")
        }
    }

    private var danglingLink: CommandError {
        CommandError(code: ExitStatus.noInput, message: "\(name) is a broken link; name another one")
    }

    private var isDanglingLink: Bool {
        var status = stat()
        let bytes = GivenArguments.process.bytes(ofPath: path).map(CChar.init(bitPattern:)) + [0]
        // The path ends with a null, and the system fills the structure before it returns.
        return unsafe lstat(bytes, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
    }
}
