/// The kinds of grapheme clusters on whose width terminals do not agree.
public enum ClusterClass: String, Sendable, Hashable, CaseIterable, Codable {
    /// A scalar whose East Asian Width is ambiguous, such as `±`.
    case ambiguous
    /// An emoji of one scalar, such as 💪.
    case emoji
    /// A sign that is text by default and asked to be an emoji, such as ☀️.
    case emojiVariation
    /// An emoji that is asked to be text, such as ⌚︎.
    case textVariation
    /// A digit in a keycap, such as 1️⃣.
    case keycap
    /// A flag of two letters, such as 🇩🇪.
    case flag
    /// An emoji with a skin tone, such as 👍🏽.
    case skinTone
    /// Emoji that are joined into one, such as 👨‍👩‍👧.
    case joinedEmoji
    /// A letter with a mark over it, such as e with a combining accent.
    case combiningMark
    /// A letter with a vowel sign next to it, such as का.
    case spacingMark
    /// A Hangul syllable of single letters.
    case conjoiningHangul

    /// The cluster that a terminal is asked about; it speaks for its kind.
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

    /// The kind of a cluster; `nil` if all terminals agree on its width.
    ///
    /// - Complexity: linear in its scalars.
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

    private static func kind(
        ofCluster scalars: Character.UnicodeScalarView,
        _ first: Unicode.Scalar
    ) -> ClusterClass? {
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
