internal import CPage

/// The files of the page as they are in the source, by name.
enum PageSources {
    /// Returns the text of a file; empty if there is no such file.
    static func text(_ name: String) -> String { String(decoding: all[name] ?? [], as: UTF8.self) }

    static let all: [String: [UInt8]] = (0..<CPageFileCount())
        .reduce(into: [:]) { files, index in
            let file = unsafe CPageFileAt(index)
            // The name ends with a null byte, and both are constants of the program.
            let bytes = unsafe UnsafeBufferPointer(start: file.bytes, count: file.size)
            unsafe files[String(cString: file.name)] = Array(bytes)
        }
}
