/// An incremental search through the history, as Ctrl-R begins it.
package struct HistorySearch: Sendable {
    /// Which way the search goes.
    enum Direction {
        case older
        case newer
    }

    /// The query.
    package private(set) var query = ""
    /// Whether no entry holds the query; the last one that held a shorter query stays shown.
    package private(set) var isFailing = false
    /// The index of the entry that is shown; nil before the first match.
    private(set) var match: Int?
    private let history: LineHistory

    init(_ history: LineHistory) { self.history = history }

    /// The entry that is shown.
    package var line: String? { match.map { history.entries[$0] } }

    /// The range of the query in the shown entry, in graphemes.
    package var matchedRange: Range<Int>? {
        line.flatMap { LineHistory.place(of: query, in: $0) }
    }

    /// Adds to the query and stays on the entry while it still matches.
    mutating func extend(by text: String) {
        query += text
        find(before: match.map { $0 + 1 } ?? history.entries.count, otherThan: nil)
    }

    /// Takes the query's last grapheme away and searches from the newest entry again.
    mutating func shorten() {
        guard !query.isEmpty else { return }
        query.removeLast()
        match = nil
        isFailing = false
        if !query.isEmpty { find(before: history.entries.count, otherThan: nil) }
    }

    /// Goes on to the next entry that matches and reads differently.
    mutating func proceed(_ direction: Direction) {
        guard !query.isEmpty else { return }
        switch direction {
        case .older: find(before: match ?? history.entries.count, otherThan: line)
        case .newer:
            let next = match.flatMap {
                history.firstIndex(containing: query, after: $0, otherThan: line)
            }
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
