/// The keys of rows, which must be unique after each statement while rows get new keys.
///
/// A key that another row still has becomes free when that row gets its new key. In a cycle, such as two swapped names, a row
/// gets a temporary key first.
struct UniqueKeys {
    /// The row of each key.
    private(set) var rows: [String: Int64]
    private var keys: [Int64: String]
    /// Keys that can't be temporary keys.
    private let reserved: Set<String>

    /// Creates the keys from the rows' keys.
    init(_ keys: [Int64: String], reserved: Set<String>) {
        self.keys = keys
        self.reserved = reserved
        rows = Dictionary(keys.map { ($0.value, $0.key) }) { first, _ in first }
    }

    /// Gives rows new keys; a row whose key another row keeps stays as it is.
    ///
    /// - Parameters:
    ///   - changes: the new keys.
    ///   - put: writes a row with its new key, or with a temporary key if there is one.
    mutating func move(_ changes: [Int64: String], put: (Int64, _ temporary: String?) throws -> Void) rethrows {
        var waiting = changes.keys.sorted()
        while !waiting.isEmpty {
            var left: [Int64] = []
            for row in waiting {
                guard let key = changes[row] else { continue }
                if let owner = rows[key], owner != row {
                    left.append(row)
                } else {
                    try put(row, nil)
                    set(key, of: row)
                }
            }
            if left.count == waiting.count {
                // The owner of the first key waits for another key.
                let stuck = Set(left)
                let owners = left.compactMap { row in changes[row].flatMap { rows[$0] } }
                guard let owner = owners.first(where: stuck.contains) else { return }
                try free(owner, put)
            }
            waiting = left
        }
    }

    /// Gives a row a temporary key.
    mutating func free(_ row: Int64, _ put: (Int64, _ temporary: String?) throws -> Void) rethrows {
        var number = row
        while rows["sync \(number)"] != nil || reserved.contains("sync \(number)") { number += 1 }
        try put(row, "sync \(number)")
        set("sync \(number)", of: row)
    }

    /// Records the key of a row.
    mutating func set(_ key: String, of row: Int64) {
        if let old = keys[row], rows[old] == row { rows[old] = nil }
        keys[row] = key
        rows[key] = row
    }
}
