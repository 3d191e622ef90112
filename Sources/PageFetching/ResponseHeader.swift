internal import TagCore

/// The header of a response, read line by line.
struct ResponseHeader: Hashable, Sendable {
    /// The status of the last status line; 0 before it.
    private(set) var status = 0
    /// The redirect's target; only for a status that redirects.
    private(set) var location: String?
    /// The validator of the content, with its quotes.
    private(set) var entityTag: String?
    /// When to repeat the request, in seconds or as a date.
    private(set) var retryAfter: String?
    /// The content's type in lowercase, without parameters; nil if the server names none.
    private(set) var contentType: String?
    /// The charset of the content's type.
    private(set) var charset: String?
    /// The number of bytes read.
    private(set) var size = 0
    /// Whether the empty line at the end was read.
    private(set) var isComplete = false

    /// Whether the status redirects to another location.
    var isRedirect: Bool { [301, 302, 303, 307, 308].contains(status) && location != nil }
    /// Whether the content is read as HTML.
    ///
    /// A missing type counts, as in browsers.
    var isHTML: Bool {
        switch contentType {
        case nil, "text/html", "application/xhtml+xml": true
        default: false
        }
    }
    /// Whether the content is that of a page, rather than of a redirect, an error or a picture.
    var isContentUseful: Bool { (200..<300).contains(status) && (isHTML || isPlainText) }
    /// Whether the content is plain text.
    var isPlainText: Bool { contentType == "text/plain" }

    /// Reads a line.
    ///
    /// A status line begins a new header, such as that after "103 Early Hints".
    mutating func read(_ bytes: some Sequence<UInt8>) {
        let bytes = Array(bytes)
        size += bytes.count
        let line = StreamSafeText.received(String(decoding: bytes, as: UTF8.self))
        if line.hasPrefix("HTTP/") {
            let size = size
            self = ResponseHeader()
            self.size = size
            let code = line.split(separator: " ").dropFirst().first ?? ""
            status = Int(Self.trimmed(code)) ?? 0
            return
        }
        if line.allSatisfy(\.isNewline) { isComplete = true }
        guard let colon = line.firstIndex(of: ":") else { return }
        let value = Self.trimmed(line[line.index(after: colon)...])
        switch line[..<colon].lowercased() {
        case "location" where location == nil && !value.isEmpty: location = value
        case "retry-after" where retryAfter == nil && !value.isEmpty: retryAfter = value
        case "etag":
            let end = line.lastIndex { !$0.isWhitespace } ?? colon
            entityTag = String(line[line.index(after: colon)...end].drop { $0.isWhitespace })
        case "content-type" where contentType == nil: readType(value)
        default: break
        }
    }

    private mutating func readType(_ value: String) {
        let parts = value.split(separator: ";", omittingEmptySubsequences: false)
        let type = Self.trimmed(parts.first ?? "").lowercased()
        // Browsers ignore a type without a slash.
        guard type.contains("/") else { return }
        contentType = type
        for part in parts.dropFirst() {
            let pair = part.split(separator: "=", maxSplits: 1)
            guard pair.count == 2, Self.trimmed(pair[0]).lowercased() == "charset" else { continue }
            charset = Self.trimmed(pair[1])
            return
        }
    }

    /// A value without white space and quotation marks around it.
    private static func trimmed(_ text: some StringProtocol) -> String {
        let isOuter = { (character: Character) in character.isWhitespace || "\"'".contains(character) }
        let start = text.drop(while: isOuter)
        return String(start.reversed().drop(while: isOuter).reversed())
    }
}
