/// A scalar that must not reach a terminal unescaped, with its position.
public struct UnprintableScalar: Sendable, Hashable {
    /// Why a scalar is kept away from a terminal.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A C0 or C1 control, ESC among them, which begins or is a command to the terminal.
        case control

        /// U+2028 or U+2029, which end a line.
        case lineBreak

        /// An embedding, override or isolate, which reorders its surroundings.
        case bidirectionalControl

        /// A deprecated format character or an annotation mark, which no plain text should hold.
        case obsoleteFormat

        /// A noncharacter, which Unicode reserves for internal use.
        case noncharacter
    }

    /// The scalar itself.
    public let scalar: Unicode.Scalar

    /// Why it was refused.
    public let reason: Reason

    /// The place of its grapheme cluster in the text, counted from 1 as a reader counts characters.
    public let position: Int

    /// Its Unicode name, or its alias without a name: `ESCAPE`, `RIGHT-TO-LEFT OVERRIDE`.
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

extension UnprintableScalar {
    /// Finds the first scalar of a text that must not reach a terminal and that satisfies a condition.
    ///
    /// - Complexity: Linear in the length of the text.
    static func first(
        in text: String,
        where condition: (Reason) -> Bool = { _ in true }
    ) -> Self? {
        if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return nil }
        let scalars = text.unicodeScalars
        for (offset, scalar) in scalars.enumerated() {
            guard let reason = Reason(scalar), condition(reason) else { continue }
            let index = scalars.index(scalars.startIndex, offsetBy: offset)
            return Self(scalar: scalar, reason: reason, position: text[..<index].count + 1)
        }
        return nil
    }
}

extension UnprintableScalar.Reason {
    /// Classifies a scalar; nil for one that may be printed.
    package init?(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x20...0x7E: return nil
        case 0x00...0x1F, 0x7F...0x9F: self = .control
        case 0x2028, 0x2029: self = .lineBreak
        case 0x202A...0x202E, 0x2066...0x2069: self = .bidirectionalControl
        case 0x206A...0x206F, 0xFFF9...0xFFFB, 0xE0001: self = .obsoleteFormat
        case 0xFDD0...0xFDEF: self = .noncharacter
        case let value where value & 0xFFFE == 0xFFFE: self = .noncharacter
        default: return nil
        }
    }

    /// Whether a scalar of this kind moves the cursor off its place.
    var movesCursor: Bool { self == .control || self == .lineBreak }
}

/// The names of the C0 and C1 controls, which have aliases but no names in Unicode.
///
/// From NameAliases.txt: the first alias of kind control, otherwise figment.
private enum ControlNames {
    /// The alias of a control; nil for every other scalar.
    static func name(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x00...0x1F: c0[Int(scalar.value)]
        case 0x7F: "DELETE"
        case 0x80...0x9F: c1[Int(scalar.value) - 0x80]
        default: nil
        }
    }

    private static let c0 = [
        "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION",
        "ENQUIRY", "ACKNOWLEDGE", "ALERT", "BACKSPACE", "CHARACTER TABULATION", "LINE FEED",
        "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN", "SHIFT OUT", "SHIFT IN",
        "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE",
        "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE",
        "END OF TRANSMISSION BLOCK", "CANCEL", "END OF MEDIUM", "SUBSTITUTE", "ESCAPE",
        "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE", "INFORMATION SEPARATOR TWO",
        "INFORMATION SEPARATOR ONE",
    ]

    private static let c1 = [
        "PADDING CHARACTER", "HIGH OCTET PRESET", "BREAK PERMITTED HERE", "NO BREAK HERE", "INDEX",
        "NEXT LINE", "START OF SELECTED AREA", "END OF SELECTED AREA", "CHARACTER TABULATION SET",
        "CHARACTER TABULATION WITH JUSTIFICATION", "LINE TABULATION SET", "PARTIAL LINE FORWARD",
        "PARTIAL LINE BACKWARD", "REVERSE LINE FEED", "SINGLE SHIFT TWO", "SINGLE SHIFT THREE",
        "DEVICE CONTROL STRING", "PRIVATE USE ONE", "PRIVATE USE TWO", "SET TRANSMIT STATE",
        "CANCEL CHARACTER", "MESSAGE WAITING", "START OF GUARDED AREA", "END OF GUARDED AREA",
        "START OF STRING", "SINGLE GRAPHIC CHARACTER INTRODUCER", "SINGLE CHARACTER INTRODUCER",
        "CONTROL SEQUENCE INTRODUCER", "STRING TERMINATOR", "OPERATING SYSTEM COMMAND",
        "PRIVACY MESSAGE", "APPLICATION PROGRAM COMMAND",
    ]
}
