/// How many cells a scalar takes whose East Asian Width is ambiguous, such as `±`, `→` or `Я`.
///
/// Terminals draw them in one cell unless the user asked for two, a setting of some CJK locales.
public enum AmbiguousWidth: Int, Sendable, Hashable, CaseIterable, Codable {
    /// One cell: the default of every terminal in use.
    case narrow = 1

    /// Two cells: as the legacy CJK character sets had it.
    case wide = 2
}
