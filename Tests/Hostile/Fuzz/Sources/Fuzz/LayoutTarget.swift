import FlowEngine
import Foundation

/// The questions of `layout`, and the engine that answers them.
///
/// Every line has an answer of one line, which is JSON that does nothing to a terminal.
enum LayoutTarget {
    static func take(_ bytes: [UInt8]) {
        let answer = LayoutJSON.response(to: String(decoding: bytes, as: UTF8.self))
        require((try? JSONSerialization.jsonObject(with: Data(answer.text.utf8))) != nil, "an answer is JSON")
        require(
            !answer.text.unicodeScalars.contains { scalar in
                switch scalar.properties.generalCategory {
                case .control, .lineSeparator, .paragraphSeparator: true
                default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
                }
            }, "an answer holds no control")
    }
}
