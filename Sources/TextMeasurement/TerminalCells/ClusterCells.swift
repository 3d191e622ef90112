import CUtf8proc

/// Adds up the cells of one grapheme cluster, scalar by scalar.
///
/// The rules are those of Python's wcwidth, which Contour and Ghostty follow:
///
/// - A mark above or below its base adds nothing.
/// - A mark next to its base adds a cell.
/// - A variation selector chooses between text and emoji.
///
/// As in kitty, they apply within a grapheme cluster of UAX #29, and no cluster is wider than two cells.
struct ClusterCells {
    private let scalarCells: ScalarCells
    private var previous: Unicode.Scalar?
    private var followsEmojiJoiner = false

    /// The width of the scalars added so far: 0, 1 or 2 cells.
    private(set) var total = 0

    /// Starts an empty cluster.
    init(_ scalarCells: ScalarCells) { self.scalarCells = scalarCells }

    /// Adds the next scalar of the cluster.
    mutating func add(_ scalar: Unicode.Scalar) {
        let joined = followsEmojiJoiner
        followsEmojiJoiner = scalar == "\u{200D}" && total > 0
        defer { previous = scalar }
        switch scalar.value {
        case 0xFE0F: requestEmoji()
        case 0xFE0E: requestText()
        case 0x1F3FB...0x1F3FF where total > 0:
            // A skin tone makes even a base such as ☝, which alone is text, an emoji of two cells.
            total = 2
        default: addPlain(scalar, joined: joined)
        }
    }

    /// Applies VS16, which makes pictographs and keycap bases wide and has no effect on other scalars.
    private mutating func requestEmoji() { if let previous, previous.properties.isEmoji { total = 2 } }

    /// Applies VS15, which makes emoji with a registered text style narrow and has no effect on others.
    private mutating func requestText() { if let previous, WidthTables.textStyle.contains(previous) { total = 1 } }

    private mutating func addPlain(_ scalar: Unicode.Scalar, joined: Bool) {
        let properties = ScalarProperties(scalar)
        // An emoji after a ZWJ merges with the emoji before it.
        if joined, properties.boundClass == UTF8PROC_BOUNDCLASS_EXTENDED_PICTOGRAPHIC { return }
        let cells = total > 0 && isSpacingMark(scalar, properties) ? 1 : scalarCells.cells(of: scalar, properties)
        total = min(2, total + cells)
    }

    /// Returns whether a scalar is a mark drawn next to its base, such as the vowel sign ा.
    private func isSpacingMark(_ scalar: Unicode.Scalar, _ properties: ScalarProperties) -> Bool {
        switch properties.category {
        case UTF8PROC_CATEGORY_MC: true
        case UTF8PROC_CATEGORY_CN: scalar.properties.generalCategory == .spacingMark
        default: false
        }
    }
}
