import Foundation
import Logging
import TextMeasurement

/// The server's standard error; every line is printable, including quoted names and paths.
enum ErrorStream {
    static func print(_ text: PrintableText) {
        FileHandle.standardError.write(Data(text.text.utf8))
    }
}

/// Prints log events on standard error, a line each.
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
