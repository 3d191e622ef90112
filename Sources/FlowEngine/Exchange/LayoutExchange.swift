internal import Foundation

/// The layout engine as lines of JSON: a question a line, an answer a line.
///
///     {"layout": {"type": "flow", "spacing": 8}, "proposal": {"width": 300},
///      "subviews": [{"width": 40, "height": 20}, {"width": 60, "height": 20}]}
///
///     {"size": {"width": 108, "height": 20}, "frames": [{"x": 0, "y": 0, …}, …], "lines": 1, "hidden": 0}
public enum LayoutExchange {
    /// An answer, and whether the line that asked for it was no question.
    public struct Answer: Equatable, Sendable {
        /// The answer as one line of JSON, without the end of the line.
        public let text: String
        /// Whether the answer is an error.
        public let isBad: Bool
    }

    /// Returns the answer to a line.
    ///
    /// - Complexity: that of reading the line, and of the layout.
    public static func answer(to line: String) -> Answer {
        do {
            let question = try JSONDecoder().decode(LayoutQuestion.self, from: Data(line.utf8))
            return Answer(text: question.answer.json, isBad: false)
        } catch {
            let reason = QuestionError(error).description
            return Answer(text: "{\"error\":\(JSONText.quoted(reason))}", isBad: true)
        }
    }
}

/// The answer to a question: a size, and the frames of the subviews that are shown.
struct LayoutAnswer {
    let size: CGSize
    let frames: [CGRect]
    let lines: Int
    let hidden: Int

    /// The answer as one line of JSON.
    var json: String {
        var text = "{\"size\":\(JSONText.object(size)),\"frames\":["
        for (index, frame) in frames.enumerated() {
            if index > 0 { text += "," }
            text += JSONText.object(frame)
        }
        text += "],\"lines\":\(lines),\"hidden\":\(hidden)}"
        return text
    }
}

/// Values as JSON text.
enum JSONText {
    static func object(_ size: CGSize) -> String {
        "{\"width\":\(number(size.width)),\"height\":\(number(size.height))}"
    }

    static func object(_ frame: CGRect) -> String {
        "{\"x\":\(number(frame.minX)),\"y\":\(number(frame.minY)),"
            + "\"width\":\(number(frame.size.width)),\"height\":\(number(frame.size.height))}"
    }

    /// A number that JSON has: NaN is 0, and infinity the largest Double.
    private static func number(_ value: CGFloat) -> String {
        JSONNumber.text(value.isNaN ? 0 : bounded(value))
    }

    /// A string in quotes, with what JSON or a terminal could misread escaped.
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
