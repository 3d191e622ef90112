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

/// The kinds of grapheme clusters whose widths differ between terminals.
///
/// ```swift
/// ClusterClass("💪")  // .emoji
/// ClusterClass("☀️")  // .emojiVariation
/// ClusterClass("a")  // nil: every terminal draws it in one cell
/// ```
public enum ClusterClass: String, Sendable, Hashable, CaseIterable, Codable {
    /// A scalar whose East Asian Width is ambiguous, such as `±`.
    case ambiguous
    /// An emoji of one scalar, such as 💪.
    case emoji
    /// A symbol that is text by default, with VS16 to make it an emoji, such as ☀️.
    case emojiVariation
    /// An emoji with VS15 to make it text, such as ⌚︎.
    case textVariation
    /// A digit in a keycap, such as 1️⃣.
    case keycap
    /// A flag, which is two regional indicators, such as 🇩🇪.
    case flag
    /// An emoji with a skin tone, such as 👍🏽.
    case skinTone
    /// Emoji joined into one with ZWJ, such as 👨‍👩‍👧.
    case joinedEmoji
    /// A letter with a nonspacing mark, such as e with a combining accent.
    case combiningMark
    /// A letter with a vowel sign next to it, such as का.
    case spacingMark
    /// A Hangul syllable written as conjoining jamo.
    case conjoiningHangul

    /// The cluster that represents its kind when widths are measured on a terminal.
    public var sample: String {
        switch self {
        case .ambiguous: "\u{B1}"
        case .emoji: "\u{1F4AA}"
        case .emojiVariation: "\u{2600}\u{FE0F}"
        case .textVariation: "\u{231A}\u{FE0E}"
        case .keycap: "1\u{FE0F}\u{20E3}"
        case .flag: "\u{1F1E9}\u{1F1EA}"
        case .skinTone: "\u{1F44D}\u{1F3FD}"
        case .joinedEmoji: "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}"
        case .combiningMark: "e\u{301}"
        case .spacingMark: "\u{915}\u{93E}"
        case .conjoiningHangul: "\u{1100}\u{1161}\u{11A8}"
        }
    }

    /// Classifies a cluster; `nil` if all terminals agree on its width.
    ///
    /// - Complexity: linear in the scalars of the cluster.
    public init?(_ character: Character) {
        let scalars = character.unicodeScalars
        guard let first = scalars.first, !character.isASCII else { return nil }
        guard scalars.count > 1 else {
            if WidthTables.ambiguous.contains(first) {
                self = .ambiguous
            } else if first.properties.isEmojiPresentation {
                self = .emoji
            } else {
                return nil
            }
            return
        }
        guard let kind = Self.kind(ofCluster: scalars, first) else { return nil }
        self = kind
    }

    private static func kind(ofCluster scalars: Character.UnicodeScalarView, _ first: Unicode.Scalar) -> ClusterClass? {
        if scalars.contains("\u{20E3}") { return .keycap }
        if (0x1F1E6...0x1F1FF).contains(first.value) { return .flag }
        if scalars.contains("\u{200D}"), first.properties.isEmoji { return .joinedEmoji }
        if scalars.contains(where: { (0x1F3FB...0x1F3FF).contains($0.value) }) { return .skinTone }
        if scalars.contains("\u{FE0F}") { return .emojiVariation }
        if scalars.contains("\u{FE0E}") { return .textVariation }
        if (0x1100...0x115F).contains(first.value) { return .conjoiningHangul }
        let rest = scalars.dropFirst().map(\.properties.generalCategory)
        if rest.contains(.spacingMark) { return .spacingMark }
        return rest.allSatisfy { $0 == .nonspacingMark } ? .combiningMark : nil
    }
}
