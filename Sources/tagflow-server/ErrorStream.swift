import Foundation
import TextMeasurement

/// The server's standard error, limited to text that is safe to print on a terminal.
enum ErrorStream {
    /// Writes text, which must include its line feed.
    static func print(_ text: PrintableText) {
        let output = FileHandle.standardError
        output.write(Data(text.text.utf8))
    }
}
