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
    init?(_ scalar: Unicode.Scalar) {
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
