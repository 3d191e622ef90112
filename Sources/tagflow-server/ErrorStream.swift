import Foundation
import Logging
import TextMeasurement

/// The server's standard error, limited to text that is safe to print on a terminal.
enum ErrorStream {
    /// Writes text, which must include its line feed.
    static func print(_ text: PrintableText) {
        FileHandle.standardError.write(Data(text.text.utf8))
    }
}

/// A log handler that prints events on standard error, one per line.
///
/// A line has the time, level, label and message, then the metadata sorted by key:
///
/// ```swift
/// logger.info("stopped", metadata: ["after": "5 s"])
/// // 2026-11-25T09:00:00Z info tagflow-server: stopped after=5 s
/// ```
struct ServerLog: LogHandler {
    let label: String
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.info

    init(label: String) {
        self.label = label
    }

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }
            .joined()
        let time = Date().formatted(.iso8601)
        ErrorStream.print(
            "\(time) \(event.level.rawValue) \(label): \(event.message.description)\(details)\n"
        )
    }
}
