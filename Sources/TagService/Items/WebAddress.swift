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

/// The schemes of URLs that may be live links: following them runs no code of their author.
public enum LinkScheme {
    /// The allowed schemes, in lowercase.
    public static let allowed: Set<String> = ["http", "https", "mailto", "ftp", "file"]

    /// Returns whether a location may be a live link: a path, or a URL with an allowed scheme.
    ///
    /// ```swift
    /// LinkScheme.allowsLink(to: "https://swift.org/")  // true
    /// LinkScheme.allowsLink(to: "javascript:alert(1)")  // false
    /// ```
    public static func allowsLink(to location: String) -> Bool {
        // Browsers drop control characters and spaces before they look for the scheme.
        let text = location.unicodeScalars.filter { $0.value > 0x20 && $0.value != 0x7F }
        guard let colon = text.firstIndex(of: ":") else { return true }
        let scheme = text[..<colon]
        // A path may contain a colon, too.
        let isScheme = scheme.first.map(isLetter) == true && scheme.allSatisfy { isLetter($0) || others.contains($0) }
        return !isScheme || allowed.contains(String(String.UnicodeScalarView(scheme)).lowercased())
    }

    /// The characters of a scheme after its first letter, in addition to letters.
    private static let others = Set("0123456789+.-".unicodeScalars)

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool { scalar.isASCII && scalar.properties.isAlphabetic }
}
