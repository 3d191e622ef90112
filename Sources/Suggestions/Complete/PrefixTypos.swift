/// The rows of a table whose key begins with something one edit away from a query.
///
/// Along the query's own path through the sorted keys, each edit at each place is tried, and the rest of the
/// query must follow. A first scalar replaced or missing would open every key: there, the keys without their
/// first scalar are asked instead.
struct PrefixTypos {
    /// Where some kinds of edits lead.
    struct Edits {
        /// The ranges of rows found; they may overlap.
        fileprivate(set) var ranges: [Range<Int>] = []
        /// What keys without their first scalar may begin with.
        fileprivate(set) var tail: [UInt8] = []

        fileprivate mutating func add(_ range: Range<Int>) {
            if !range.isEmpty { ranges.append(range) }
        }
    }

    /// Two scalars swapped, or one left out.
    private(set) var likely = Edits()
    /// One scalar replaced, or one too many.
    private(set) var others = Edits()
    private let keys: PackedKeys
    private let rows: SortedPositions
    private let scalars: [UInt32]
    private let bytes: [UInt8]
    /// Where each scalar begins in ``bytes``, and where one after the last would.
    private let offsets: [Int]

    /// Finds the rows, of `rows` sorted with every one a fence post.
    ///
    /// About O(query · letters that can follow · log n).
    init(keys: PackedKeys, rows: SortedPositions, query: String) {
        self.keys = keys
        self.rows = rows
        scalars = query.unicodeScalars.map(\.value)
        bytes = Array(query.utf8)
        var offsets = [0]
        for scalar in query.unicodeScalars {
            offsets.append(offsets[offsets.count - 1] + UTF8.width(scalar))
        }
        self.offsets = offsets
        likely.tail = bytes
        others.tail = Array(bytes[(offsets.count > 1 ? offsets[1] : 0)...])
        var range = 0..<keys.count
        for place in scalars.indices where !range.isEmpty {
            tryEdits(at: place, in: range)
            range = narrow(
                range,
                bytes[..<offsets[place]],
                bytes[offsets[place]..<offsets[place + 1]]
            )
        }
    }

    /// Tries each edit of the scalar at `place`, in the rows that begin with what stands before it.
    private mutating func tryEdits(at place: Int, in range: Range<Int>) {
        let before = bytes[..<offsets[place]]
        let rest = bytes[offsets[place + 1]...]
        if scalars.count > 1 { others.add(narrow(range, before, rest)) }
        if place + 1 < scalars.count, scalars[place] != scalars[place + 1] {
            let next = bytes[offsets[place + 1]..<offsets[place + 2]]
            let own = bytes[offsets[place]..<offsets[place + 1]]
            let swapped = ArraySlice(next + own + bytes[offsets[place + 2]...])
            likely.add(narrow(range, before, swapped))
        }
        if place > 0 { tryLetters(at: place, in: range) }
    }

    /// Tries each letter that keys have at `place`: instead of the scalar there, and before it.
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
            let child =
                letterHead.isWhole ? rows.run(following, of: letterHead) : narrow(following, [])
            if scalar != scalars[place] { others.add(narrow(child, rest)) }
            likely.add(narrow(child, own))
            row = child.upperBound
        }
    }

    /// Of rows that begin with `before`, those that go on with `next`.
    private func narrow(
        _ range: Range<Int>,
        _ before: ArraySlice<UInt8>,
        _ next: ArraySlice<UInt8>
    ) -> Range<Int> {
        rows.narrow(range, to: KeyHead(before).appending(next)) { Array(before + next) }
    }
}
