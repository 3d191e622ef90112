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
            case "\u{20}"..."\u{7E}", "\u{A0}"...: quoted.unicodeScalars.append(scalar)
            default:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            }
        }
        return quoted + "\""
    }
}

/// How numbers are written: without a fraction where they have none, else as short as is exact.
enum JSONNumber {
    /// Returns a number as text; one that is finite is a JSON number.
    static func text(_ value: Double) -> String {
        guard value == value.rounded(), abs(value) < 1e15 else { return value.description }
        return Int(value).description
    }

    /// Returns a number as text; one that is finite is a JSON number.
    static func text(_ value: CGFloat) -> String {
        text(value.native)
    }
}
