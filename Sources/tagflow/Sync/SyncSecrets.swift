import Foundation
import TagService
import TerminalFrontEnd
import TextMeasurement

/// Passphrases and tokens, which are read from a file or typed without being shown, and are never arguments.
struct SyncSecrets {
    let session: Session

    /// The maximum size of a file with a secret in bytes.
    private static let limit = 10_000

    /// Returns the passphrase of an existing store.
    func passphrase(file: String?) throws -> String {
        if let file { return try secret(in: file, "passphrase") }
        return try typed("Passphrase: ", option: "--passphrase-file")
    }

    /// Returns a new passphrase, which is typed twice.
    func newPassphrase(file: String?, prompt: PrintableText) throws -> String {
        if let file { return try secret(in: file, "passphrase") }
        let first = try typed(prompt, option: "--passphrase-file")
        guard try typed("Again: ", option: "--passphrase-file") == first else {
            throw CommandError(code: ExitStatus.badData, message: "the passphrases differ; try again")
        }
        return first
    }

    /// Returns the token of a server.
    func token(file: String?) throws -> String {
        if let file { return try secret(in: file, "token") }
        return try typed("Token: ", option: "--token-file")
    }

    private func typed(_ prompt: PrintableText, option: String) throws -> String {
        guard session.canAsk else {
            throw CommandError(code: ExitStatus.usage, message: "there is no terminal to ask on; use \(option)")
        }
        try session.print(prompt)
        try session.output.flush()
        let line = HiddenInput.line()
        try session.print("\n")
        guard let line, !line.isEmpty else {
            throw CommandError(code: ExitStatus.usage, message: "nothing was entered; nothing was changed")
        }
        return line
    }

    /// Returns the first line of a file.
    private func secret(in path: String, _ kind: String) throws -> String {
        let data: Data
        do {
            let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
            data = try file.read(upToCount: Self.limit) ?? Data()
        } catch {
            throw CommandError(
                code: FileManager.default.fileExists(atPath: path) ? ExitStatus.noPermission : ExitStatus.noInput,
                message: "can't read \(path.quoted); check the path and its permissions")
        }
        let text = String(decoding: data, as: UTF8.self)
        let line = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).first ?? ""
        guard !line.isEmpty else {
            throw CommandError(
                code: ExitStatus.badData, message: "\(path.quoted) is empty; write the \(kind) on its first line")
        }
        return String(line)
    }
}
