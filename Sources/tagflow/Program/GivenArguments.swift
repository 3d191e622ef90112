import TagCore
import TextMeasurement

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

/// The program's arguments, including the raw bytes of arguments that aren't valid UTF-8.
///
/// A Swift string can't hold invalid UTF-8; U+FFFD replaces the invalid bytes. Long runs of combining marks are
/// bounded. Before the program opens a path, it looks up the original bytes here; an argument that is too long for a
/// path has no entry.
///
/// ```swift
/// let arguments = GivenArguments([Array("import".utf8), [0x66, 0xFF]])
/// arguments.texts  // ["import", "f\u{FFFD}"]
/// arguments.bytes(ofPath: "f\u{FFFD}")  // [0x66, 0xFF]
/// ```
struct GivenArguments: Sendable {
    /// The arguments of this process, without its name.
    static let process = GivenArguments(bytesOfProcess())

    /// The arguments as strings; arguments with different bytes are different strings, except those too long for paths.
    private(set) var texts: [String] = []
    private var bytes: [String: [UInt8]] = [:]

    init(_ arguments: [[UInt8]]) {
        let exact = arguments.map(Self.exactText)
        var taken = Set(exact.compactMap(\.self))
        for (argument, exact) in zip(arguments, exact) {
            var text = exact ?? StreamSafeText.received(String(decoding: argument, as: UTF8.self))
            guard exact == nil, argument.count <= Self.longestPath else {
                texts.append(text)
                continue
            }
            while taken.contains(text), bytes[text] != argument { text += "\u{FFFD}" }
            taken.insert(text)
            texts.append(text)
            keep(argument, as: text)
        }
    }

    /// The maximum size of an argument with a path, in bytes: Linux permits 4,096 for the path, after an option.
    private static let longestPath = 5_000

    /// Returns an argument as a string with the same bytes, or `nil` if there is none or if it's too long for a path.
    private static func exactText(_ argument: [UInt8]) -> String? {
        guard argument.count <= longestPath, let text = String(validating: argument, as: UTF8.self) else { return nil }
        let received = StreamSafeText.received(text)
        return received.utf8.count == argument.count ? received : nil
    }

    /// Returns the original bytes of an argument or option value; for any other path, its UTF-8.
    func bytes(ofPath path: String) -> [UInt8] { bytes[path] ?? Array(path.utf8) }

    /// Throws if the path of a database isn't valid UTF-8.
    ///
    /// SQLite is opened with a string, so such a path would name a different file.
    ///
    /// - Parameters:
    ///   - path: the path as a string.
    ///   - option: the value of `--database`, or `nil` if the path comes from the environment.
    /// - Throws: `CommandError`.
    func requireText(ofDatabase path: String, option: String?) throws {
        guard path.unicodeScalars.contains("\u{FFFD}") else { return }
        let variables = ["TAGFLOW_DATABASE", "XDG_DATA_HOME", "HOME"]
        let isOther = option.map { bytes[$0] != nil } ?? variables.contains(where: Self.isNoText)
        guard isOther else { return }
        throw CommandError(
            code: ExitStatus.usage, message: "the database path \(path.quoted) isn't valid UTF-8; rename the file")
    }

    /// Returns whether an environment variable isn't valid UTF-8.
    private static func isNoText(_ variable: String) -> Bool {
        // Nothing changes the environment while the process runs.
        guard let value = unsafe getenv(variable) else { return false }
        return unsafe String(validatingCString: value) == nil
    }

    /// Stores the bytes of an argument, and of an option value attached with `--option=` or `-o`.
    private mutating func keep(_ argument: [UInt8], as text: String) {
        bytes[text] = argument
        guard text.hasPrefix("-") else { return }
        if text.hasPrefix("--"), let end = argument.firstIndex(of: UInt8(ascii: "=")),
            let textEnd = text.utf8.firstIndex(of: UInt8(ascii: "="))
        {
            let value = String(text.utf8[text.utf8.index(after: textEnd)...]) ?? ""
            bytes[value] = Array(argument[(end + 1)...])
        } else if argument.count > 2, let value = String(text.utf8.dropFirst(2)) {
            bytes[value] = Array(argument[2...])
        }
    }

    private static func bytesOfProcess() -> [[UInt8]] {
        // The arguments live as long as the process and end with a null pointer.
        let arguments = unsafe CommandLine.unsafeArgv
        return (1..<max(1, Int(CommandLine.argc)))
            .compactMap { place in
                guard let text = unsafe arguments[place] else { return nil }
                let length = unsafe strlen(text)
                return unsafe Array(UnsafeRawBufferPointer(start: text, count: length))
            }
    }
}
