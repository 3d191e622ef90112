/// A scalar that must not reach a terminal as it is, and where it was found.
public struct UnprintableScalar: Sendable, Hashable {
    /// Why a scalar is kept away from a terminal.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A C0 or C1 control, ESC among them, which begins or is a command to the terminal.
        case control

        /// U+2028 or U+2029, which end a line wherever they stand.
        case lineBreak

        /// An embedding, override or isolate, which reorders what is drawn around it.
        case bidirectionalControl

        /// A deprecated format character or an annotation mark, which no plain text should hold.
        case obsoleteFormat

        /// A code point that Unicode keeps for internal use and that is no character.
        case noncharacter
    }

    /// The scalar itself.
    public let scalar: Unicode.Scalar

    /// Why it was refused.
    public let reason: Reason

    /// The place of its grapheme cluster in the text, counted from 1 as a reader counts characters.
    public let position: Int

    /// Its Unicode name, or its alias where it has no name: `ESCAPE`, `RIGHT-TO-LEFT OVERRIDE`.
    ///
    /// Code points that have neither are called `NONCHARACTER`.
    public var name: String {
        scalar.properties.name ?? ControlNames.name(of: scalar) ?? "NONCHARACTER"
    }
}

extension UnprintableScalar: CustomStringConvertible {
    /// Its code point and name, as in `U+001B ESCAPE`: printable ASCII only.
    public var description: String { "\(scalar.codePoint) \(name)" }
}
