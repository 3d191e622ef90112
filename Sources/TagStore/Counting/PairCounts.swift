import Foundation

/// With which tags one tag stands in saved selections, and in how many: ascending by id.
package struct PairCounts: Hashable, Sendable {
    /// One other tag and the number of saved selections that hold both.
    package struct Entry: Hashable, Sendable {
        package var tagID: UInt32
        package var count: UInt32
    }

    /// The entries, ascending by tag, none with a count of zero.
    package private(set) var entries: [Entry] = []

    package init() {}

    /// The entries that a column holds; `nil` where it is not a list of such, ascending and with counts.
    init?(data: Data) {
        guard data.count.isMultiple(of: 8) else { return nil }
        let words = LittleEndian.words(in: data)
        var last: UInt32 = 0
        for index in stride(from: 0, to: words.count, by: 2) {
            guard words[index] > last, words[index + 1] > 0 else { return nil }
            last = words[index]
            entries.append(Entry(tagID: last, count: words[index + 1]))
        }
    }

    /// The column's form.
    var data: Data {
        LittleEndian.data(of: entries.flatMap { [$0.tagID, $0.count] })
    }

    /// Adds differences, and leaves out what falls to zero.
    ///
    /// Complexity: linear in both.
    mutating func add(_ differences: [UInt32: Int]) {
        var merged: [Entry] = []
        merged.reserveCapacity(entries.count + differences.count)
        var rest = differences.sorted { $0.key < $1.key }[...]
        for entry in entries {
            while let next = rest.first, next.key < entry.tagID {
                merged.append(next.key, next.value)
                rest.removeFirst()
            }
            if let next = rest.first, next.key == entry.tagID {
                merged.append(entry.tagID, Int(entry.count) + next.value)
                rest.removeFirst()
            } else {
                merged.append(entry)
            }
        }
        for next in rest { merged.append(next.key, next.value) }
        entries = merged
    }
}

extension [PairCounts.Entry] {
    /// Appends an entry where its count is one that a column can hold and not zero.
    fileprivate mutating func append(_ tagID: UInt32, _ count: Int) {
        guard count > 0 else { return }
        append(PairCounts.Entry(tagID: tagID, count: UInt32(clamping: count)))
    }
}
