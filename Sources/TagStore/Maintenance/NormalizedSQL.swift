/// The text of an SQL statement without its comments, which may differ between versions of tagflow.
enum NormalizedSQL {
    /// Returns a statement with each run of white space and comments outside of quotes replaced by a space.
    ///
    /// ```swift
    /// NormalizedSQL.text("CREATE TABLE tag (  -- a name\n  id INTEGER)")  // "CREATE TABLE tag ( id INTEGER)"
    /// ```
    static func text(_ sql: String) -> String {
        let bytes = Array(sql.utf8)
        var text: [UInt8] = []
        text.reserveCapacity(bytes.count)
        var index = 0
        while index < bytes.count {
            let blankEnd = endOfBlank(bytes, index)
            if blankEnd > index {
                index = blankEnd
                if text.last != UInt8(ascii: " ") { text.append(UInt8(ascii: " ")) }
            } else {
                let end = endOfQuote(bytes, index)
                text += bytes[index..<end]
                index = end
            }
        }
        return String(decoding: text, as: UTF8.self)
    }

    /// Returns the end of the white-space character or comment at an index, or the index if there is none.
    private static func endOfBlank(_ bytes: [UInt8], _ index: Int) -> Int {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        switch (bytes[index], next) {
        case (UInt8(ascii: " "), _), (0x09...0x0D, _): return index + 1
        case (UInt8(ascii: "-"), UInt8(ascii: "-")):
            return bytes[index...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        case (UInt8(ascii: "/"), UInt8(ascii: "*")):
            var end = index + 2
            while end + 1 < bytes.count, bytes[end] != UInt8(ascii: "*") || bytes[end + 1] != UInt8(ascii: "/") {
                end += 1
            }
            return min(end + 2, bytes.count)
        default: return index
        }
    }

    /// Returns the end of the quoted text at an index, or the next index if none begins there.
    private static func endOfQuote(_ bytes: [UInt8], _ index: Int) -> Int {
        let end: UInt8
        switch bytes[index] {
        case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"): end = bytes[index]
        case UInt8(ascii: "["): end = UInt8(ascii: "]")
        default: return index + 1
        }
        return bytes[(index + 1)...].firstIndex(of: end).map { $0 + 1 } ?? bytes.count
    }
}
