internal import TextMeasurement

/// An error for a web address where a tag is expected; a web address is saved as the location of an item.
///
/// ```swift
/// print(TagService.isWebAddress("https://swift.org/"))  // true
/// print(WebAddressError("https://swift.org/"))
/// // 'https://swift.org/' is a URL; use 'add-item https://swift.org/' to save it as an item
/// ```
public struct WebAddressError: Error, Hashable, Sendable {
    /// The address.
    public let address: String

    /// Creates the error for an address.
    public init(_ address: String) { self.address = address }
}

extension WebAddressError: CustomStringConvertible {
    /// The problem and the command that saves the address, in one line.
    public var description: String {
        // The hint leaves out an address that is too long to be typed.
        let command = CommandHint("add-item", address)?.text ?? "add-item"
        return "\(address.quoted) is a URL; use '\(command)' to save it as an item"
    }
}

extension TagService {
    /// Returns whether a text is an http or https URL.
    public static func isWebAddress(_ text: String) -> Bool {
        let start = String(text.unicodeScalars.prefix("https://".count)).lowercased()
        return start.hasPrefix("http://") || start.hasPrefix("https://")
    }
}
