/// The lines that were entered, oldest first.
///
/// The caller is responsible for storing the lines: it passes them to `init`, and saves each line that
/// `add` accepts.
///
/// ```swift
/// var history = LineHistory()
/// let isAdded = ["show", "show", " secret", "add swift"].map { history.add($0) }
/// #expect(isAdded == [true, false, false, true])
/// #expect(history.entries == ["show", "add swift"])
/// ```
package struct LineHistory: Sendable {
    /// The lines, oldest first.
    package private(set) var entries: [String]
    /// The maximum number of lines.
    package let limit: Int

    /// Creates a history of stored lines.
    ///
    /// - Parameters:
    ///   - entries: The lines, oldest first; only the newest `limit` lines are kept.
    ///   - limit: The maximum number of lines; negative values count as 0.
    package init(_ entries: [String] = [], limit: Int = 10_000) {
        self.limit = max(limit, 0)
        self.entries = Array(entries.suffix(self.limit))
    }

    /// Adds a line, unless it's empty, begins with white space or repeats the newest line.
    ///
    /// - Returns: Whether the line was added, so that the caller should save it.
    @discardableResult package mutating func add(_ line: String) -> Bool {
        guard limit > 0, let first = line.first, !first.isWhitespace, line != entries.last else { return false }
        entries.append(line)
        if entries.count > limit { entries.removeFirst(entries.count - limit) }
        return true
    }

    /// Returns the index of the newest entry before `end` that contains a text.
    ///
    /// Case is ignored unless the text has uppercase letters.
    ///
    /// - Complexity: O(*n*) in the number of characters of the entries.
    func lastIndex(containing text: String, before end: Int, otherThan line: String?) -> Int? {
        entries[..<min(max(end, 0), entries.count)].lastIndex { $0 != line && Self.holds($0, text) }
    }

    /// Returns the index of the oldest entry after `start` that contains a text; see `lastIndex`.
    func firstIndex(containing text: String, after start: Int, otherThan line: String?) -> Int? {
        let first = min(max(start, -1), entries.count - 1) + 1
        return entries[first...].firstIndex { $0 != line && Self.holds($0, text) }
    }

    /// Returns the range of a text in an entry, in graphemes, or nil.
    static func place(of text: String, in line: String) -> Range<Int>? {
        let isExact = text.contains(where: \.isUppercase)
        let line = Array(isExact ? line : line.lowercased())
        return line.firstRange(of: Array(text)).map { $0.lowerBound..<$0.upperBound }
    }

    private static func holds(_ line: String, _ text: String) -> Bool {
        text.contains(where: \.isUppercase) ? line.contains(text) : line.lowercased().contains(text)
    }
}
