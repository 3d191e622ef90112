internal import Foundation

/// JSON text of values.
enum LayoutJSONText {
    static func object(_ size: CGSize) -> String {
        "{\"width\":\(number(size.width)),\"height\":\(number(size.height))}"
    }

    static func object(_ frame: CGRect) -> String {
        "{\"x\":\(number(frame.minX)),\"y\":\(number(frame.minY)),"
            + "\"width\":\(number(frame.size.width)),\"height\":\(number(frame.size.height))}"
    }

    static func list(_ frames: [CGRect]) -> String {
        var text = "["
        for (index, frame) in frames.enumerated() {
            if index > 0 { text += "," }
            text += object(frame)
        }
        return text + "]"
    }

    /// Returns a JSON number; NaN becomes 0, and infinity the largest Double.
    private static func number(_ value: CGFloat) -> String { JSONNumber.text(value.isNaN ? 0 : clampedToFinite(value)) }

    /// Returns a JSON string, with control characters escaped for JSON and for terminals.
    static func quoted(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case _ where isPlain(scalar): quoted.unicodeScalars.append(scalar)
            default:
                for unit in UTF16.encode(scalar) ?? UTF16.encodedReplacementCharacter {
                    let digits = String(unit, radix: 16)
                    quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return quoted + "\""
    }

    /// Whether a scalar is neither a control nor invisible, as line separators and bidirectional overrides are.
    private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return (0x20...0x7E).contains(scalar.value) }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned: return false
        default: return true
        }
    }
}
