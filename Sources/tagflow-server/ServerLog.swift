import Foundation
import Logging
import TextMeasurement

/// A log handler that prints events on standard error, one per line.
///
/// As text, a line has the time, level, label and message, then the metadata sorted by key. As JSON, these are fields of an object:
///
/// ```swift
/// logger.info("stopped", metadata: ["after": "5 s"])
/// // 2026-11-25T09:00:00Z info tagflow-server: stopped after=5 s
/// // {"after":"5 s","label":"tagflow-server","level":"info","message":"stopped","time":"2026-11-25T09:00:00Z"}
/// ```
struct ServerLog: LogHandler {
    let label: String
    let format: LogFormat
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    init(label: String, format: LogFormat) {
        self.label = label
        self.format = format
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let time = Date().formatted(.iso8601)
        let message = event.message.description
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
        switch format {
        case .text:
            let rest = details.sorted { $0.key < $1.key }.map { " \($0.key)=\($0.value)" }.joined()
            ErrorStream.print("\(time) \(event.level.rawValue) \(label): \(message)\(rest)\n")
        case .json:
            var fields = details.mapValues { "\($0)" }
            // Metadata can't replace the fields that every line has.
            fields.merge(["time": time, "level": event.level.rawValue, "label": label, "message": message]) { $1 }
            ErrorStream.print("\(PrintableText(json: Self.object(fields)))\n")
        }
    }

    /// Encodes fields as one line of JSON.
    private static func object(_ fields: [String: String]) -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        do { return String(decoding: try encoder.encode(fields), as: UTF8.self) } catch {
            // Strings can always be encoded.
            return "{}"
        }
    }
}
