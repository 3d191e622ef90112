internal import Foundation

/// The layout engine in JSON, with one request and one response per line.
///
///     {"layout": {"type": "flow", "spacing": 8}, "proposal": {"width": 300},
///      "subviews": [{"width": 40, "height": 20}, {"width": 60, "height": 20}]}
///
///     {"size": {"width": 108, "height": 20}, "frames": [{"x": 0, "y": 0, …}, …], "lines": 1, "hidden": 0}
///
/// A request may have an `id`, which its response repeats. An unknown field is an error.
public enum LayoutJSON {
    /// A response, which is an error if the line was not a valid request.
    public struct Response: Equatable, Sendable {
        /// The response as one line of JSON, without a newline.
        public let text: String
        /// Whether the response is an error.
        public let isError: Bool
    }

    /// Returns the response to a line.
    ///
    /// - Complexity: That of decoding the line and of the layout.
    public static func response(to line: String) -> Response {
        let (decoder, bytes) = (JSONDecoder(), Data(line.utf8))
        do {
            let request = try decoder.decode(LayoutRequest.self, from: bytes)
            let id = request.id?.field(asWrittenIn: line) ?? ""
            return Response(text: "{\(request.response.fields)\(id)}", isError: false)
        } catch {
            let reason = LayoutJSONText.quoted(LayoutRequestError(error).description)
            // In many invalid requests, the identifier can't be read.
            let id = (try? decoder.decode(LayoutRequest.Name.self, from: bytes))?.id
            let name = id?.field(asWrittenIn: line) ?? ""
            return Response(text: "{\"error\":\(reason)\(name)}", isError: true)
        }
    }
}

/// The response to a request: a size, and the frames of the visible subviews.
struct LayoutResponse {
    let size: CGSize
    let frames: [CGRect]
    /// The frames of the separators between items; nil if the layout has none.
    var separators: [CGRect]?
    /// The frames of the separators between lines; nil if the layout has none.
    var lineSeparators: [CGRect]?
    let lines: Int
    let hidden: Int

    /// The fields of the response in JSON, without braces.
    var fields: String {
        var text = "\"size\":\(LayoutJSONText.object(size)),\"frames\":\(LayoutJSONText.list(frames))"
        if let separators { text += ",\"separators\":\(LayoutJSONText.list(separators))" }
        if let lineSeparators { text += ",\"lineSeparators\":\(LayoutJSONText.list(lineSeparators))" }
        return text + ",\"lines\":\(lines),\"hidden\":\(hidden)"
    }
}

/// Formats numbers: whole numbers without a fraction, others with the fewest digits that represent them exactly.
enum JSONNumber {
    /// Returns a number as text, which is valid JSON if the number is finite.
    static func text(_ value: Double) -> String {
        guard value == value.rounded(), abs(value) < 1e15 else { return value.description }
        return Int(value).description
    }

    /// Returns a number as text, which is valid JSON if the number is finite.
    static func text(_ value: CGFloat) -> String { text(value.native) }
}

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

/// The digits of numbers in a JSON object, which decoders would round.
enum JSONNumberText {
    /// The text of a number that is a field of an object; `nil` if the object has no such field or the field isn't a number.
    ///
    /// - Parameters:
    ///   - name: the name of the field.
    ///   - object: the object, which a decoder has found to be JSON.
    /// - Returns: the digits as written, such as `1e400`.
    /// - Complexity: linear in the object.
    static func number(ofField name: String, in object: String) -> String? {
        let bytes = Array(object.utf8)
        var index = 0
        var depth = 0
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""):
                let end = endOfString(at: index, in: bytes)
                if depth == 1, bytes[(index + 1)..<(end - 1)].elementsEqual(name.utf8),
                    let value = value(after: end, in: bytes)
                {
                    return number(at: value, in: bytes)
                }
                index = end
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the index after the quote that closes a string; at least two after the start of the string.
    private static func endOfString(at start: Int, in bytes: [UInt8]) -> Int {
        var index = start + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return max(min(index + 1, bytes.count), start + 2)
    }

    /// The index of the value after a colon; `nil` if no colon follows.
    private static func value(after end: Int, in bytes: [UInt8]) -> Int? {
        let rest = bytes.indices.suffix(from: min(end, bytes.count))
        guard let colon = rest.first(where: { !isWhiteSpace(bytes[$0]) }), bytes[colon] == UInt8(ascii: ":") else {
            return nil
        }
        return bytes.indices.suffix(from: colon + 1).first { !isWhiteSpace(bytes[$0]) }
    }

    private static func number(at start: Int, in bytes: [UInt8]) -> String? {
        let digits = bytes[start...].prefix { (0x30...0x39).contains($0) || "+-.eE".utf8.contains($0) }
        return digits.isEmpty ? nil : String(decoding: digits, as: UTF8.self)
    }

    private static func isWhiteSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0A, 0x0D].contains(byte) }
}
