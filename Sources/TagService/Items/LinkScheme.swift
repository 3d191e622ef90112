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
