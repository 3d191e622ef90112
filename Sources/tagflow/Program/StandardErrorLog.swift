import Logging
import TerminalFrontEnd
import TextMeasurement

/// Prints log events on standard error, a line each.
struct StandardErrorLog: LogHandler {
    var metadata = Logger.Metadata()
    var logLevel = Logger.Level.debug

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
        get { metadata[key] }
        set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
        let details = metadata.merging(event.metadata ?? [:]) { $1 }
            .sorted { $0.key < $1.key }
            .map { " \($0.key)=\($0.value)" }
            .joined()
        let stream = ByteStream(descriptor: 2)
        let line: PrintableText = "tagflow: \(event.level): \(event.message)\(details)\n"
        // A log that cannot be written fails no command.
        try? stream.print(line)
    }
}
