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
