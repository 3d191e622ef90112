import Foundation
internal import TagCore

/// The ids of the tags of a saved selection: ascending, each once, four bytes each in SQLite.
package struct PackedTagIDs: Hashable, Sendable {
    /// The ids, ascending.
    package let ids: [UInt32]

    /// The set of the given ids; ids that no tag can have are left out.
    package init(_ ids: some Sequence<Int64>) {
        self.ids = Set(ids.compactMap { UInt32(exactly: $0) }).sorted()
    }

    /// The ids with another one in an id's place.
    package func replacing(_ id: Int64, with other: Int64) -> PackedTagIDs {
        PackedTagIDs(rowIDs.map { $0 == id ? other : $0 })
    }

    /// The ids that a column holds; `nil` where they are none, or not ascending ids of tags.
    init?(data: Data) {
        ids = LittleEndian.words(in: data)
        guard data.count.isMultiple(of: 4), isPossible else { return nil }
    }

    /// Whether these are ids of tags, ascending, and at least one.
    var isPossible: Bool {
        var last: UInt32 = 0
        for id in ids {
            guard id > last, !Feature.isWord(id) else { return false }
            last = id
        }
        return !ids.isEmpty
    }

    /// The column's form.
    var data: Data {
        LittleEndian.data(of: ids)
    }

    /// The ids as rows name them.
    package var rowIDs: [Int64] {
        ids.map { Int64($0) }
    }
}

/// Whole numbers of four bytes in a column of bytes.
enum LittleEndian {
    static func data(of words: [UInt32]) -> Data {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(words.count * 4)
        for word in words {
            bytes.append(UInt8(truncatingIfNeeded: word))
            bytes.append(UInt8(truncatingIfNeeded: word >> 8))
            bytes.append(UInt8(truncatingIfNeeded: word >> 16))
            bytes.append(UInt8(truncatingIfNeeded: word >> 24))
        }
        return Data(bytes)
    }

    /// The words of a column; bytes past the last whole word are left out.
    static func words(in data: Data) -> [UInt32] {
        let bytes = [UInt8](data)
        return (0..<bytes.count / 4)
            .map { index in
                let start = index * 4
                return UInt32(bytes[start]) | UInt32(bytes[start + 1]) << 8
                    | UInt32(bytes[start + 2]) << 16 | UInt32(bytes[start + 3]) << 24
            }
    }
}

extension PairCounts {
    /// The counts that a column holds; `nil` if it is not an ascending list of features with counts.
    init?(data: Data) {
        guard data.count.isMultiple(of: 8) else { return nil }
        let words = LittleEndian.words(in: data)
        let entries = stride(from: 0, to: words.count, by: 2)
            .map { Self.pack(words[$0], words[$0 + 1]) }
        self.init(validating: entries)
    }

    /// The form that a column keeps.
    var data: Data {
        LittleEndian.data(of: entries.flatMap { [Self.feature($0), Self.count($0)] })
    }
}
