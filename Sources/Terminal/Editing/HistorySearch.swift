/// An incremental search through the history, started with Ctrl-R.
///
/// ```text
/// Ctrl-R           (search) :
/// swi              (search) swi: add swift
/// ```
package struct HistorySearch: Sendable {
    /// The direction of the search.
    enum Direction {
        case older
        case newer
    }

    /// The text to find.
    package private(set) var query = ""
    /// Whether no entry contains the query.
    ///
    /// The match for the beginning of the query is still shown.
    package private(set) var isFailing = false
    /// The index of the shown entry; nil before the first match.
    private(set) var match: Int?
    private let history: LineHistory

    init(_ history: LineHistory) { self.history = history }

    /// The shown entry; nil before the first match.
    package var line: String? { match.map { history.entries[$0] } }

    /// The range of the query in the shown entry, in graphemes.
    package var matchedRange: Range<Int>? { line.flatMap { LineHistory.place(of: query, in: $0) } }

    /// Appends to the query.
    ///
    /// The shown entry stays if it still matches.
    mutating func extend(by text: String) {
        query += text
        find(before: match.map { $0 + 1 } ?? history.entries.count, otherThan: nil)
    }

    /// Removes the last grapheme of the query, and searches again from the newest entry.
    mutating func shorten() {
        guard !query.isEmpty else { return }
        query.removeLast()
        match = nil
        isFailing = false
        if !query.isEmpty { find(before: history.entries.count, otherThan: nil) }
    }

    /// Moves to the next match with a different text.
    mutating func proceed(_ direction: Direction) {
        guard !query.isEmpty else { return }
        switch direction {
        case .older: find(before: match ?? history.entries.count, otherThan: line)
        case .newer:
            let next = match.flatMap { history.firstIndex(containing: query, after: $0, otherThan: line) }
            isFailing = next == nil
            match = next ?? match
        }
    }

    private mutating func find(before end: Int, otherThan line: String?) {
        let found = history.lastIndex(containing: query, before: end, otherThan: line)
        isFailing = found == nil
        match = found ?? match
    }
}
