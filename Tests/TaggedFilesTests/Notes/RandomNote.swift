import Foundation

/// A random note whose bytes outside its tags are known.
struct RandomNote {
    /// The bytes before the list of tags.
    private var before = ""
    /// The list of tags with its key; empty if there is none.
    private var list = ""
    /// The bytes after the list of tags.
    private var after = ""
    /// The comments in the list of tags.
    private var comments: [String] = []
    /// The tags in front matter.
    private(set) var tags: [String] = []
    private(set) var removed: Set<String> = []
    private(set) var added: [String] = []

    var file: [UInt8] { Array((before + list + after).utf8) }

    private static let plain = ["one", "two", "three/four", "中文", "C++", "2024", "a-b"]
    private static let quoted = ["it's", "a: b", "x y", "\"q\"", "💪", "yes", "[b]", "1.5", "\\n"]
    private static let new = [
        "new", "machine learning", "x, y", "no", "12:30", "@me", "100%", "- dash", "{b}", "café", "'q'", "key: value",
        "trailing:", "a #b", "0x1F", "null", "\\t", "*star", "new/one",
    ]

    init(using random: inout some RandomNumberGenerator) {
        let end = Bool.random(using: &random) ? "\n" : "\r\n"
        let start = Int.random(in: 0..<4, using: &random) == 0 ? "\u{FEFF}" : ""
        let body =
            ["", "text", "# Heading\(end)\(end)text \(end)---\(end)", "\(end)last"].randomElement(using: &random) ?? ""
        before = start
        added = Self.new.shuffled(using: &random).prefix(Int.random(in: 0...3, using: &random)).map(\.self)
        guard Int.random(in: 0..<5, using: &random) > 0 else {
            after = body
            return
        }
        let others = [
            "title: \"A  title\"  # kept", "# only a comment", "text: |", "  many", "", "  lines",
            "nested: {a: [1, 2], tags: [no]}", "date: 2024-01-02", "'quoted key': 'it''s'",
        ]
        let lines = Int.random(in: 0..<3, using: &random) == 0 ? [] : others
        before += "---\(end)" + lines.prefix(2).map { $0 + end }.joined()
        after = lines.dropFirst(2).map { $0 + end }.joined() + "---\(end)" + body
        makeList(end, using: &random)
        if list.isEmpty {
            // A new list comes after all other keys.
            before += lines.dropFirst(2).map { $0 + end }.joined()
            after = "---\(end)" + body
        }
        removed = Set(tags.filter { _ in Bool.random(using: &random) })
    }

    private mutating func makeList(_ end: String, using random: inout some RandomNumberGenerator) {
        let key = ["tags", "tag", "keywords"].randomElement(using: &random) ?? "tags"
        let count = Int.random(in: 0...4, using: &random)
        let style = Int.random(in: 0..<7, using: &random)
        if style < 3 {
            tags = Self.plain.shuffled(using: &random).prefix(count).map(\.self)
        } else {
            tags = (Self.plain + Self.quoted).shuffled(using: &random).prefix(count).map(\.self)
        }
        let written = tags.map { tag in
            if style >= 3, Self.quoted.contains(tag) || Bool.random(using: &random) {
                return Bool.random(using: &random)
                    ? "'\(tag.replacing("'", with: "''"))'"
                    : "\"\(tag.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
            }
            return tag
        }
        let space = ["", " ", "   "].randomElement(using: &random) ?? ""
        switch style {
        case 0: list = ""
        case 1: list = "\(key): " + written.joined(separator: " ") + end
        case 2: list = "\(key):  '" + written.joined(separator: ",\(space)") + "'" + end
        case 3: list = "\(key): [\(space)" + written.joined(separator: ",\(space)") + "\(space)]\(end)"
        case 4:
            let items = written.map { "  \($0)," + comment(using: &random) + end }
            list = "\(key): [\(end)" + items.joined() + "]" + comment(using: &random) + end
        case 5 where !tags.isEmpty:
            let items = written.map { "\(space)- \($0)" + comment(using: &random) + end }
            list = "\(key):" + comment(using: &random) + end + items.joined()
        default:
            tags = []
            list = "\(key):" + ([" ~", "", " []", " # none"].randomElement(using: &random) ?? "") + end
            if list.contains("none") { comments.append("# none") }
        }
        if style == 0 { tags = [] }
    }

    private mutating func comment(using random: inout some RandomNumberGenerator) -> String {
        guard Int.random(in: 0..<3, using: &random) == 0 else { return "" }
        comments.append("# comment \(comments.count)")
        return " \(comments.last ?? "")"
    }

    /// Returns the list in a changed file, or nil if the rest changed or a comment isn't there exactly once.
    func masked(_ changed: [UInt8]) -> [UInt8]? {
        let (start, end) = (Array(before.utf8), Array(after.utf8))
        guard changed.count >= start.count + end.count, changed.starts(with: start),
            changed.suffix(end.count).elementsEqual(end)
        else { return nil }
        let middle = changed[start.count..<(changed.count - end.count)]
        let text = String(decoding: middle, as: UTF8.self)
        let isKept = comments.allSatisfy { text.components(separatedBy: $0).count == 2 }
        return isKept && (!removed.isEmpty || !added.isEmpty || changed == file) ? Array(middle) : nil
    }
}
