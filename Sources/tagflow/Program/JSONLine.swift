import Foundation

/// A value as one line of JSON, in a fixed order of fields, that does nothing to a terminal.
enum JSONLine {
    /// The line with its end.
    static func text(of value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let text = String(decoding: try encoder.encode(value), as: UTF8.self)
        guard text.unicodeScalars.contains(where: isControl) else { return text + "\n" }
        // JSON lets these stand in strings as they are; a terminal may take them for commands.
        return text.unicodeScalars.reduce(into: "") { escaped, scalar in
            if isControl(scalar) {
                escaped += "\\u00" + String(scalar.value, radix: 16)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        } + "\n"
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x7F...0x9F).contains(scalar.value)
    }
}
