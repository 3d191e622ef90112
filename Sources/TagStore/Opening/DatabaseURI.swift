/// The name of a database file for SQLite with options.
enum DatabaseURI {
    /// Returns the URI of a file that doesn't change while it is open: SQLite takes no locks and looks for no journal.
    static func immutable(_ path: String) -> String { "file:\(escaped(path))?immutable=1" }

    /// Returns a path with all reserved URI characters escaped.
    private static func escaped(_ path: String) -> String {
        var text = ""
        for byte in path.utf8 {
            switch byte {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: "-"),
                UInt8(ascii: "_"):
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let digits = String(byte, radix: 16)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
