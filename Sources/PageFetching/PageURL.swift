internal import CCurl
internal import Foundation

/// A checked http or https URL, parsed by the same code that connects to it.
struct PageURL: Hashable, Sendable {
    /// The maximum length in bytes.
    static let maximumLength = 8_192

    /// The URL in normal form, without its fragment.
    let text: String
    /// The host, as it is connected to: decimal, octal and hexadecimal IPv4 addresses are in the usual notation.
    let host: String
    /// The port, given or that of the scheme.
    let port: Int

    /// Parses a location, after loading libcurl if that is the first one.
    ///
    /// - Parameters:
    ///   - location: An absolute URL, or with a base any reference.
    ///   - base: The page that redirects to the location.
    ///   - policy: The allowed ports.
    /// - Throws: The reason for refusing the location.
    init(_ location: String, relativeTo base: PageURL? = nil, policy: ConnectionPolicy) throws(PageFetchError) {
        try PageFetcher.loadLibrary()
        let location = Self.withASCIIHost(Self.trimmed(location))
        guard location.utf8.count <= Self.maximumLength, !location.isEmpty, !location.utf8.contains(0),
            let handle = unsafe CCurlMakeURL()
        else { throw .invalidLocation(location) }
        defer { unsafe CCurlReleaseURL(handle) }
        if let base { _ = unsafe CCurlSetURLPart(handle, CURLUPART_URL, base.text, 0) }
        let flags = UInt32(CURLU_URLENCODE)
        let code = unsafe CCurlSetURLPart(handle, CURLUPART_URL, location, flags)
        if code == CURLUE_UNSUPPORTED_SCHEME { throw .unsupportedScheme(String(location.prefix { $0 != ":" })) }
        if code == CURLUE_BAD_PORT_NUMBER { throw .invalidPort(location) }
        guard code == CURLUE_OK else { throw .invalidLocation(location) }
        // A fragment is never sent, and its removal can't fail.
        _ = unsafe CCurlSetURLPart(handle, CURLUPART_FRAGMENT, nil, 0)
        let scheme = unsafe Self.part(CURLUPART_SCHEME, of: handle) ?? ""
        guard scheme == "http" || scheme == "https" else { throw .unsupportedScheme(scheme) }
        guard let text = unsafe Self.part(CURLUPART_URL, of: handle),
            let host = unsafe Self.part(CURLUPART_HOST, of: handle), !host.isEmpty,
            let port = unsafe Self.part(CURLUPART_PORT, of: handle, flags: CURLU_DEFAULT_PORT).flatMap({ Int($0) })
        else { throw .invalidLocation(location) }
        let user = unsafe Self.part(CURLUPART_USER, of: handle)
        let password = unsafe Self.part(CURLUPART_PASSWORD, of: handle)
        guard user == nil, password == nil else { throw .containsCredentials(host: host) }
        guard policy.allowsPort(port) else { throw .refusedPort(port) }
        self.text = text
        self.host = host
        self.port = port
    }

    /// A part as text, or nil if the URL doesn't have it.
    private static func part(_ part: CURLUPart, of handle: OpaquePointer, flags: Int32 = 0) -> String? {
        var text: UnsafeMutablePointer<CChar>?
        let code = unsafe CCurlGetURLPart(handle, part, &text, UInt32(flags))
        guard code == CURLUE_OK, let text = unsafe text else { return nil }
        defer { unsafe CCurlReleaseText(text) }
        return unsafe String(cString: text)
    }

    /// The location with an international host in ASCII.
    ///
    /// Otherwise libcurl converts it from the locale's encoding, which a service doesn't set.
    private static func withASCIIHost(_ location: String) -> String {
        guard let mark = location.range(of: "//"), location[..<mark.lowerBound].allSatisfy({ !"/?#".contains($0) })
        else { return location }
        let authority = location[mark.upperBound...].prefix { !"/?#\\".contains($0) }
        guard authority.utf8.contains(where: { $0 >= 0x80 }),
            let url = URL(string: "http://\(authority)")?.absoluteString, url.utf8.allSatisfy({ $0 < 0x80 })
        else { return location }
        let encoded = url.dropFirst("http://".count)
        return "\(location[..<mark.upperBound])\(encoded)\(location[authority.endIndex...])"
    }

    /// The location without the white space around it, and without the line breaks and tabs that browsers remove.
    private static func trimmed(_ text: String) -> String {
        let kept = text.unicodeScalars.filter { !["\n", "\r", "\t"].contains($0) }
        let start = kept.drop { $0 == " " }
        return String(String.UnicodeScalarView(start.reversed().drop { $0 == " " }.reversed()))
    }
}
