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
