import CUtf8proc

/// Adds up the cells of one grapheme cluster, scalar by scalar.
///
/// The rules are those of python's wcwidth, which Contour and Ghostty follow: marks that lie over
/// their base add nothing, a mark next to it adds a cell, and a variation selector decides
/// between text and emoji. As in kitty, all this happens within a cluster of UAX #29, and no cluster
/// is wider than two cells.
struct ClusterCells {
    private let scalarCells: ScalarCells
    private var previous: Unicode.Scalar?
    private var followsEmojiJoiner = false

    /// The cells of the scalars added so far: 0, 1 or 2.
    private(set) var total = 0

    /// Starts an empty cluster.
    init(_ scalarCells: ScalarCells) {
        self.scalarCells = scalarCells
    }

    /// Adds the next scalar of the cluster.
    mutating func add(_ scalar: Unicode.Scalar) {
        let joined = followsEmojiJoiner
        followsEmojiJoiner = scalar == "\u{200D}" && total > 0
        defer { previous = scalar }
        switch scalar.value {
        case 0xFE0F: requestEmoji()
        case 0xFE0E: requestText()
        case 0x1F3FB...0x1F3FF where total > 0:
            // A skin tone forces emoji presentation, two cells, even for a base such as ☝ that is text by itself.
            total = 2
        default: addPlain(scalar, joined: joined)
        }
    }

    /// VS16 widens the pictographs and keycap bases that are text by default; others ignore it.
    private mutating func requestEmoji() {
        if let previous, previous.properties.isEmoji { total = 2 }
    }

    /// VS15 narrows the emoji for which Unicode registers a text style; others ignore it.
    private mutating func requestText() {
        if let previous, WidthTables.textStyle.contains(previous) { total = 1 }
    }

    private mutating func addPlain(_ scalar: Unicode.Scalar, joined: Bool) {
        let properties = ScalarProperties(scalar)
        // The second emoji of a ZWJ sequence melts into the first.
        if joined, properties.boundClass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC { return }
        let cells =
            total > 0 && isSpacingMark(scalar, properties)
            ? 1 : scalarCells.cells(of: scalar, properties)
        total = min(2, total + cells)
    }

    /// A vowel sign such as ा takes its place beside the base; without one it has none.
    private func isSpacingMark(_ scalar: Unicode.Scalar, _ properties: ScalarProperties) -> Bool {
        switch properties.category {
        case UTF8PROC_CATEGORY_MC: true
        case UTF8PROC_CATEGORY_CN: scalar.properties.generalCategory == .spacingMark
        default: false
        }
    }
}
