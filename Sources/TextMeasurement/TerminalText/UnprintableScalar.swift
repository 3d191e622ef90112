/// A scalar that must not reach a terminal unescaped, and its position in a text.
///
/// ```swift
/// let scalar = TerminalText.firstUnprintable(in: "读\u{1B}[0m")
/// scalar?.description  // "U+001B ESCAPE"
/// scalar?.position  // 2
/// ```
public struct UnprintableScalar: Sendable, Hashable {
    /// The reason that a scalar must not reach a terminal.
    public enum Reason: String, Sendable, Hashable, CaseIterable {
        /// A C0 or C1 control character, such as ESC, which controls the terminal.
        case control

        /// U+2028 or U+2029, which end a line.
        case lineBreak

        /// An embedding, override or isolate, which reorders the surrounding text.
        case bidirectionalControl

        /// A deprecated format character or an annotation mark, which plain text shouldn't contain.
        case obsoleteFormat

        /// A noncharacter, which Unicode reserves for internal use.
        case noncharacter
    }

    /// The scalar.
    public let scalar: Unicode.Scalar

    /// The reason that the scalar is unsafe.
    public let reason: Reason

    /// The 1-based position of the scalar's grapheme cluster in the text.
    public let position: Int

    /// The Unicode name, such as `RIGHT-TO-LEFT OVERRIDE`, or else the alias, such as `ESCAPE`.
    ///
    /// If the scalar has neither, the name is `NONCHARACTER`.
    public var name: String { scalar.properties.name ?? ControlNames.name(of: scalar) ?? "NONCHARACTER" }
}

extension UnprintableScalar: CustomStringConvertible {
    /// The code point and the name in printable ASCII, such as `U+001B ESCAPE`.
    public var description: String { "\(scalar.codePoint) \(name)" }
}

extension UnprintableScalar {
    /// Returns the first scalar that must not reach a terminal for a reason that satisfies a condition.
    ///
    /// - Complexity: Linear in the length of the text.
    static func first(in text: String, where condition: (Reason) -> Bool = { _ in true }) -> Self? {
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
    /// Classifies a scalar; `nil` if it is safe to print.
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

    /// Whether a scalar of this kind can move the cursor.
    var movesCursor: Bool { self == .control || self == .lineBreak }
}

/// The names of the C0 and C1 control characters, which have aliases but no names in Unicode.
///
/// The names are the first alias of type `control`, or else `figment`, in NameAliases.txt.
private enum ControlNames {
    /// Returns the alias of a control character, or `nil` for any other scalar.
    static func name(of scalar: Unicode.Scalar) -> String? {
        switch scalar.value {
        case 0x00...0x1F: c0[Int(scalar.value)]
        case 0x7F: "DELETE"
        case 0x80...0x9F: c1[Int(scalar.value) - 0x80]
        default: nil
        }
    }

    private static let c0 = [
        "NULL", "START OF HEADING", "START OF TEXT", "END OF TEXT", "END OF TRANSMISSION", "ENQUIRY", "ACKNOWLEDGE",
        "ALERT", "BACKSPACE", "CHARACTER TABULATION", "LINE FEED", "LINE TABULATION", "FORM FEED", "CARRIAGE RETURN",
        "SHIFT OUT", "SHIFT IN", "DATA LINK ESCAPE", "DEVICE CONTROL ONE", "DEVICE CONTROL TWO", "DEVICE CONTROL THREE",
        "DEVICE CONTROL FOUR", "NEGATIVE ACKNOWLEDGE", "SYNCHRONOUS IDLE", "END OF TRANSMISSION BLOCK", "CANCEL",
        "END OF MEDIUM", "SUBSTITUTE", "ESCAPE", "INFORMATION SEPARATOR FOUR", "INFORMATION SEPARATOR THREE",
        "INFORMATION SEPARATOR TWO", "INFORMATION SEPARATOR ONE",
    ]

    private static let c1 = [
        "PADDING CHARACTER", "HIGH OCTET PRESET", "BREAK PERMITTED HERE", "NO BREAK HERE", "INDEX", "NEXT LINE",
        "START OF SELECTED AREA", "END OF SELECTED AREA", "CHARACTER TABULATION SET",
        "CHARACTER TABULATION WITH JUSTIFICATION", "LINE TABULATION SET", "PARTIAL LINE FORWARD",
        "PARTIAL LINE BACKWARD", "REVERSE LINE FEED", "SINGLE SHIFT TWO", "SINGLE SHIFT THREE", "DEVICE CONTROL STRING",
        "PRIVATE USE ONE", "PRIVATE USE TWO", "SET TRANSMIT STATE", "CANCEL CHARACTER", "MESSAGE WAITING",
        "START OF GUARDED AREA", "END OF GUARDED AREA", "START OF STRING", "SINGLE GRAPHIC CHARACTER INTRODUCER",
        "SINGLE CHARACTER INTRODUCER", "CONTROL SEQUENCE INTRODUCER", "STRING TERMINATOR", "OPERATING SYSTEM COMMAND",
        "PRIVACY MESSAGE", "APPLICATION PROGRAM COMMAND",
    ]
}
