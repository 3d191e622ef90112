/// The URL or path of an item in the form that is compared.
///
/// Two URLs that lead to the same page often differ in case, tracking parameters or the order of parameters. Only `http` and `https`
/// URLs are normalized; paths and all other URLs are compared byte for byte.
///
/// ```swift
/// NormalizedLocation("HTTPS://Swift.org:443/?utm_source=news#top").key  // "https://swift.org#top"
/// NormalizedLocation("https://forums.swift.org/").site                 // "org.swift.forums."
/// ```
package struct NormalizedLocation: Hashable, Sendable {
    /// The normalized location.
    ///
    /// - The scheme and host are in lowercase.
    /// - The default port, the parameters `utm_*`, `fbclid`, `gclid` and `mc_eid`, and a slash at the end of the path are removed.
    /// - Parameters are sorted by name; parameters of one name keep their order.
    /// - A text fragment (`#:~:`) and an empty fragment are removed; other fragments distinguish.
    package let key: String
    /// Whether parameters or a text fragment that depend on the way to the page were removed.
    package let isTracking: Bool
    /// The labels of the URL's host in reverse order, each followed by a dot; `nil` for a location without a host.
    ///
    /// The site of a domain is a prefix of the sites of its subdomains.
    package let site: String?

    /// Normalizes a location.
    ///
    /// - Complexity: O(*n*) in the length of the location.
    package init(_ location: String) {
        guard let mark = location.firstRange(of: "://"), mark.lowerBound > location.startIndex,
            location[..<mark.lowerBound].utf8.allSatisfy(Self.isSchemeByte)
        else {
            (key, site, isTracking) = (location, nil, false)
            return
        }
        let scheme = location[..<mark.lowerBound].lowercased()
        let rest = location[mark.upperBound...]
        let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = Authority(rest[..<authorityEnd])
        site = Self.site(ofHost: authority.host)
        guard let defaultPort = ["http": "80", "https": "443"][scheme], !authority.host.isEmpty else {
            (key, isTracking) = (location, false)
            return
        }
        let (pathAndQuery, fragment) = Self.split(rest[authorityEnd...], at: "#")
        let (path, query) = Self.split(pathAndQuery, at: "?")
        let port = authority.port.isEmpty || authority.port == defaultPort ? "" : ":\(authority.port)"
        let fields = query?.split(separator: "&", omittingEmptySubsequences: false) ?? []
        let kept = fields.filter { !Self.isTracking($0) }
        let place = Self.place(in: fragment ?? "")
        isTracking = kept.count < fields.count || place.utf8.count < (fragment ?? "").utf8.count
        let page = (path.last == "/" ? path.dropLast() : path) + Self.query(kept) + (place.isEmpty ? "" : "#\(place)")
        key = "\(scheme)://\(authority.user)\(authority.host)\(port)\(page)"
    }

    /// Returns the site of a host or domain, as in ``site``; `nil` if it is empty.
    package static func site(ofHost host: String) -> String? {
        let labels = host.lowercased().split(separator: ".")
        guard !labels.isEmpty else { return nil }
        return labels.reversed().map { "\($0)." }.joined()
    }

    /// The part of a URL between `//` and the path.
    private struct Authority {
        /// The user and password with the final `@`, or an empty text.
        let user: Substring
        /// The host in lowercase.
        let host: String
        let port: Substring

        init(_ text: Substring) {
            let hostStart = text.lastIndex(of: "@").map(text.index(after:)) ?? text.startIndex
            user = text[..<hostStart]
            let hostAndPort = text[hostStart...]
            // The address in brackets of an IPv6 host contains colons.
            let end = hostAndPort.lastIndex(of: "]") ?? hostAndPort.startIndex
            let colon = hostAndPort[end...].lastIndex(of: ":") ?? hostAndPort.endIndex
            host = hostAndPort[..<colon].lowercased()
            port = hostAndPort[colon...].dropFirst()
        }
    }

    /// Splits a text at the first occurrence of a character; the second part is `nil` if there is none.
    private static func split(_ text: Substring, at mark: Character) -> (Substring, Substring?) {
        guard let place = text.firstIndex(of: mark) else { return (text, nil) }
        return (text[..<place], text[text.index(after: place)...])
    }

    /// Returns the name of a parameter.
    private static func name(of field: Substring) -> Substring { field.prefix { $0 != "=" } }

    private static func isTracking(_ field: Substring) -> Bool {
        let name = name(of: field).lowercased()
        return name.hasPrefix("utm_") || ["fbclid", "gclid", "mc_eid"].contains(name)
    }

    /// Returns the query with its parameters in the order of their names; the order of parameters with one name may matter.
    private static func query(_ fields: [Substring]) -> String {
        guard !fields.isEmpty else { return "" }
        let sorted = fields.enumerated()
            .sorted { left, right in
                let names = (Array(name(of: left.element).utf8), Array(name(of: right.element).utf8))
                return names.0 == names.1 ? left.offset < right.offset : names.0.lexicographicallyPrecedes(names.1)
            }
        return "?\(sorted.map(\.element).joined(separator: "&"))"
    }

    /// Returns the part of a fragment that names a place of the page, without the text to highlight.
    private static func place(in fragment: Substring) -> Substring {
        fragment.firstRange(of: ":~:").map { fragment[..<$0.lowerBound] } ?? fragment
    }

    private static func isSchemeByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }
}

extension NormalizedLocation {
    /// Returns the beginnings of ``key`` for a query with a URL or its beginning.
    ///
    /// A URL without a scheme begins with `http://` or `https://`. A slash at the end makes no difference.
    ///
    /// ```swift
    /// NormalizedLocation.beginnings(ofURL: "https://Swift.org/?utm_source=news")  // ["https://swift.org"]
    /// NormalizedLocation.beginnings(ofURL: "www.swift")  // ["http://www.swift", "https://www.swift"]
    /// ```
    package static func beginnings(ofURL text: String) -> [String] {
        let urls = text.contains("://") ? [text] : ["http://\(text)", "https://\(text)"]
        return urls.map { url in
            let key = NormalizedLocation(url).key
            return key.hasSuffix("/") && !key.hasSuffix("://") ? String(key.dropLast()) : key
        }
    }
}
