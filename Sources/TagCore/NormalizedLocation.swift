/// The URL or path of an item in the form that is compared.
///
/// Two URLs that lead to the same page often differ in case, tracking parameters or the fragment. Only `http` and `https` URLs are
/// normalized; paths and all other URLs are compared byte for byte.
///
/// ```swift
/// NormalizedLocation("HTTPS://Swift.org:443?utm_source=news#top").key  // "https://swift.org/"
/// NormalizedLocation("https://forums.swift.org/").site                 // "org.swift.forums."
/// ```
package struct NormalizedLocation: Hashable, Sendable {
    /// The normalized location.
    ///
    /// - The scheme and host are in lowercase.
    /// - The default port, the parameters `utm_*`, `fbclid`, `gclid` and `mc_eid`, and the fragment are removed. A fragment that begins
    ///   with `/` or `!` is kept, because web applications use it as a path.
    /// - An empty path is `/`.
    package let key: String
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
            (key, site) = (location, nil)
            return
        }
        let scheme = location[..<mark.lowerBound].lowercased()
        let rest = location[mark.upperBound...]
        let authorityEnd = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
        let authority = Authority(rest[..<authorityEnd])
        site = Self.site(ofHost: authority.host)
        guard let defaultPort = ["http": "80", "https": "443"][scheme], !authority.host.isEmpty else {
            key = location
            return
        }
        let (pathAndQuery, fragment) = Self.split(rest[authorityEnd...], at: "#")
        let (path, query) = Self.split(pathAndQuery, at: "?")
        let port = authority.port.isEmpty || authority.port == defaultPort ? "" : ":\(authority.port)"
        key = [
            "\(scheme)://\(authority.user)\(authority.host)\(port)", path.isEmpty ? "/" : String(path),
            query.map(Self.kept(ofQuery:)) ?? "", fragment.map(Self.kept(ofFragment:)) ?? "",
        ]
        .joined()
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

    private static func kept(ofQuery query: Substring) -> String {
        let fields = query.split(separator: "&", omittingEmptySubsequences: false)
        let kept = fields.filter { field in
            let name = field.prefix { $0 != "=" }.lowercased()
            return !name.hasPrefix("utm_") && !["fbclid", "gclid", "mc_eid"].contains(name)
        }
        if kept.count == fields.count { return "?\(query)" }
        return kept.isEmpty ? "" : "?\(kept.joined(separator: "&"))"
    }

    private static func kept(ofFragment fragment: Substring) -> String {
        fragment.hasPrefix("/") || fragment.hasPrefix("!") ? "#\(fragment)" : ""
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
