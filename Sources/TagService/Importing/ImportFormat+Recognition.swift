extension ImportFormat {
    /// Infers the format from the first bytes of a file without a name, as in a pipe.
    ///
    /// What is not recognised for certain is JSON if it begins as JSON does, else text.
    ///
    /// - Complexity: linear in the bytes, of which the first 4,096 count.
    public init(sniffing bytes: [UInt8]) {
        let first = FileStart(bytes).first
        self =
            Self(recognising: bytes)
            ?? (first == "{" ? .ndjson : first == "[" ? .json : .text)
    }

    /// Recognises the first bytes of a file as those of a format other than lines of text; `nil` for what may be such lines.
    ///
    /// Recognised are a task list of Markdown, which may have headings; an object or a list of JSON; and a header of CSV, two or
    /// more columns of which one is `tags` or `tag`.
    ///
    /// - Complexity: linear in the bytes, of which the first 4,096 count.
    public init?(recognising bytes: [UInt8]) {
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
