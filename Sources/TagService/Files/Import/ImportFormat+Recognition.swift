extension ImportFormat {
    /// Infers the format of input without a file name, such as a pipe, from its first bytes.
    ///
    /// If the format isn't certain, it is JSON if the first character suggests so, and text otherwise.
    ///
    /// ```swift
    /// let format = ImportFormat(sniffing: Array(#"{"tag": "reading"}"#.utf8))
    /// print(format)  // ndjson
    /// ```
    ///
    /// - Complexity: O(1); only the first 4,096 bytes are examined.
    public init(sniffing bytes: [UInt8]) {
        let first = FileStart(bytes).first
        self = Self(recognizing: bytes) ?? (first == "{" ? .ndjson : first == "[" ? .json : .text)
    }

    /// Recognizes a format by its first bytes, or returns `nil` if the file may contain one tag per line.
    ///
    /// Recognized are Markdown task lists with or without headings, JSON objects and lists, and CSV headers with at least two columns
    /// including `tags` or `tag`.
    ///
    /// - Complexity: O(1); only the first 4,096 bytes are examined.
    public init?(recognizing bytes: [UInt8]) {
        let start = FileStart(bytes)
        if start.isTaskList {
            self = .markdown
        } else if start.beginsObject {
            self = start.isObjectOfManyLines ? .json : .ndjson
        } else if start.beginsList {
            self = .json
        } else if start.hasCSVHeader {
            self = .csv
        } else {
            return nil
        }
    }
}
