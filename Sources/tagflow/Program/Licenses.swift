import CLicenses
import TextMeasurement

/// The copyright and licenses of the libraries in this program; packages contain the same text.
///
/// ```
/// $ tagflow --licenses
/// Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
/// …
/// ```
enum Licenses {
    /// The option that prints them.
    static let option = "--licenses"

    /// The text, as it is printed.
    static var text: PrintableText {
        // The bytes are a constant of the program, and aren't changed.
        let bytes = unsafe UnsafeBufferPointer(start: CLicensesBytes(), count: CLicensesSize())
        return PrintableText(lines: unsafe String(decoding: bytes, as: UTF8.self))
    }
}
