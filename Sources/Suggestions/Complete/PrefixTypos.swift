/// The rows of a table whose keys have a prefix one edit away from a query.
///
/// The search follows the query through the sorted keys. At each position, it tries each edit; the
/// rest of the query must then match. If the first scalar is replaced or missing, every key would
/// be a candidate, so these edits use the index of keys without their first scalar instead
/// (``Edits/tail``).
struct PrefixTypos {
    /// The rows that one typo leads to.
    struct Edits {
        /// The ranges of rows found; they may overlap.
        fileprivate(set) var ranges: [Range<Int>] = []
        /// The prefix to search for among keys without their first scalar, if any.
        fileprivate(set) var tail: [UInt8]?

        fileprivate mutating func add(_ range: Range<Int>) { if !range.isEmpty { ranges.append(range) } }
    }

    /// The rows by typo.
    private var edits = TypoCost.allCases.map { _ in Edits() }
    private let keys: PackedKeys
    private let rows: SortedPositions
    private let scalars: [UInt32]
    private let bytes: [UInt8]
    /// The start of each scalar in ``bytes``, followed by the end of the last one.
    private let offsets: [Int]

    /// Finds the rows; `rows` must have a fence post at every position (step 1).
    ///
    /// - Complexity: about O(query · letters that can follow a prefix · log *n*).
    init(keys: PackedKeys, rows: SortedPositions, query: String) {
        self.keys = keys
        self.rows = rows
        scalars = query.unicodeScalars.map(\.value)
        bytes = Array(query.utf8)
        var offsets = [0]
        for scalar in query.unicodeScalars { offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar)) }
        self.offsets = offsets
        self[.likely].tail = bytes
        self[.far].tail = Array(bytes[(offsets.count > 1 ? offsets[1] : 0)...])
        addNeighborsOfFirst()
        var range = 0..<keys.count
        for place in scalars.indices where !range.isEmpty {
            tryEdits(at: place, in: range)
            range = narrow(range, bytes[..<offsets[place]], bytes[offsets[place]..<offsets[place + 1]])
        }
    }

    /// The matches after one typo.
    private(set) subscript(typo: TypoCost) -> Edits {
        get { edits[typo.rawValue] }
        set { edits[typo.rawValue] = newValue }
    }

    /// Tries to replace the first letter with its neighbors, which the index of keys without it
    /// can't distinguish.
    private mutating func addNeighborsOfFirst() {
        guard let first = scalars.first else { return }
        for letter in Keyboard.neighbors(of: first) {
            let key = [UInt8(truncatingIfNeeded: letter)] + bytes[offsets[1]...]
            self[.near].add(narrow(0..<keys.count, [], key[...]))
        }
    }

    /// Tries each edit of the scalar at `place`, among the rows that begin with the scalars before it.
    private mutating func tryEdits(at place: Int, in range: Range<Int>) {
        let before = bytes[..<offsets[place]]
        let rest = bytes[offsets[place + 1]...]
        if scalars.count > 1 { self[TypoDistance.extra(at: place, of: scalars)].add(narrow(range, before, rest)) }
        if place + 1 < scalars.count, scalars[place] != scalars[place + 1] {
            let next = bytes[offsets[place + 1]..<offsets[place + 2]]
            let own = bytes[offsets[place]..<offsets[place + 1]]
            let swapped = ArraySlice(next + own + bytes[offsets[place + 2]...])
            self[.likely].add(narrow(range, before, swapped))
        }
        if place > 0 { tryLetters(at: place, in: range) }
    }

    /// Tries each letter that keys have at `place`, both instead of the query's scalar and before
    /// it.
    private mutating func tryLetters(at place: Int, in range: Range<Int>) {
        let depth = offsets[place]
        let own = bytes[depth...]
        let rest = bytes[offsets[place + 1]...]
        let head = KeyHead(bytes[..<depth])
        var row = range.lowerBound
        while row < range.upperBound {
            let start = Int(keys.starts[row]) + depth
            let (scalar, length) = UTF8Text.scalar(keys.text, start)
            guard scalar != 0 else {
                row += 1
                continue
            }
            let letter = keys.text[start..<(start + length)]
            let letterHead = head.appending(letter)
            func narrow(_ range: Range<Int>, _ next: ArraySlice<UInt8>) -> Range<Int> {
                let head = letterHead.appending(next)
                return rows.narrow(range, to: head) { Array(bytes[..<depth] + letter + next) }
            }
            let following = row..<range.upperBound
            let child = letterHead.isWhole ? rows.run(following, of: letterHead) : narrow(following, [])
            if scalar != scalars[place] {
                self[TypoDistance.replaced(scalar, by: scalars[place])].add(narrow(child, rest))
            }
            self[.likely].add(narrow(child, own))
            row = child.upperBound
        }
    }

    /// Returns the rows that begin with `before` followed by `next`.
    private func narrow(_ range: Range<Int>, _ before: ArraySlice<UInt8>, _ next: ArraySlice<UInt8>) -> Range<Int> {
        rows.narrow(range, to: KeyHead(before).appending(next)) { Array(before + next) }
    }
}
