/// The lines that were entered, oldest first.
///
/// The caller stores them: it passes them in and saves the entries that `add` accepted.
package struct LineHistory: Sendable {
    /// The lines, oldest first.
    package private(set) var entries: [String]
    /// The most lines kept.
    package let limit: Int

    /// Makes a history of stored lines.
    ///
    /// - Parameters:
    ///   - entries: the lines, oldest first; the newest `limit` are kept.
    ///   - limit: the most lines to keep, 0 or more.
    package init(_ entries: [String] = [], limit: Int = 10_000) {
        self.limit = max(limit, 0)
        self.entries = Array(entries.suffix(self.limit))
    }

    /// Keeps a line, unless it is blank, begins with a space or repeats the newest.
    ///
    /// - Returns: whether it was kept, and so is to be stored.
    @discardableResult
    package mutating func add(_ line: String) -> Bool {
        guard limit > 0, let first = line.first, !first.isWhitespace, line != entries.last else {
            return false
        }
        entries.append(line)
        if entries.count > limit { entries.removeFirst(entries.count - limit) }
        return true
    }

    /// The newest entry before an index that holds a text; letter case counts only if the text has capitals.
    ///
    /// - Complexity: O(*n*) in the characters of the entries.
    func lastIndex(containing text: String, before end: Int, otherThan line: String?) -> Int? {
        entries[..<min(max(end, 0), entries.count)].lastIndex { $0 != line && Self.holds($0, text) }
    }

    /// The oldest entry after an index that holds a text; see `lastIndex`.
    func firstIndex(containing text: String, after start: Int, otherThan line: String?) -> Int? {
        let first = min(max(start, -1), entries.count - 1) + 1
        return entries[first...].firstIndex { $0 != line && Self.holds($0, text) }
    }

    /// The range of a text in an entry, in graphemes, or `nil`.
    static func place(of text: String, in line: String) -> Range<Int>? {
        let isExact = text.contains(where: \.isUppercase)
        let line = Array(isExact ? line : line.lowercased())
        return line.firstRange(of: Array(text)).map { $0.lowerBound..<$0.upperBound }
    }

    private static func holds(_ line: String, _ text: String) -> Bool {
        text.contains(where: \.isUppercase) ? line.contains(text) : line.lowercased().contains(text)
    }
}
