import JSON
import TextMeasurement

/// A value as one line of JSON, in a fixed order of fields, that does nothing to a terminal.
enum JSONLine {
    /// The line with its end.
    static func text(of value: some Encodable) throws -> String {
        try printable(value).text
    }

    /// The line with its end, as it is printed.
    static func printable(_ value: some Encodable) throws -> PrintableText {
        PrintableText(json: String(decoding: try JSONDocument.bytes(of: value), as: UTF8.self))
            + "\n"
    }
}
