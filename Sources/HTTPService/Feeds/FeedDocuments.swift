internal import JSON
internal import TagService
internal import TextMeasurement

/// The feed of a view as Atom (RFC 4287) and JSON Feed 1.1.
extension ViewFeed {
    /// The content type of ``atom(at:)``.
    static let atomType = "application/atom+xml"
    /// The content type of ``json(at:)``.
    static let jsonType = "application/feed+json"

    /// Returns the feed as Atom.
    func atom(at addresses: FeedAddresses) -> [UInt8] {
        let page = addresses.page.map { "<link rel=\"alternate\" type=\"text/html\" href=\"\(MarkupText($0))\"/>\n" }
        let head = """
            <?xml version="1.0" encoding="utf-8"?>
            <feed xmlns="http://www.w3.org/2005/Atom">
            <id>\(id)</id>
            <title>\(MarkupText(title))</title>
            <updated>\(updated)</updated>
            <author><name>tagflow</name></author>
            <generator>tagflow</generator>
            <link rel="self" type="application/atom+xml" href="\(MarkupText(addresses.atom))"/>
            \(page ?? "")
            """
        return Array((head + entries.map(\.atom).joined() + "</feed>\n").utf8)
    }

    /// Returns the feed as JSON Feed.
    func json(at addresses: FeedAddresses) -> [UInt8] {
        var document: [String: JSONValue] = [
            "version": "https://jsonfeed.org/version/1.1", "title": .string(title), "feed_url": .string(addresses.json),
            "items": .list(entries.map(\.json)),
        ]
        document["home_page_url"] = addresses.page.map { .string($0) }
        return JSONValue.object(document).bytes
    }
}

extension ViewFeed.Entry {
    /// The location as a link; `nil` for a location that isn't a web address, such as a path.
    ///
    /// Characters that aren't allowed in a URI or are invisible are percent-encoded; letters of other scripts stay
    /// (RFC 3987).
    var link: String? {
        guard let location, TagService.isWebAddress(location) else { return nil }
        return location.unicodeScalars.reduce(into: "") { link, scalar in
            let text = String(Character(scalar))
            link += Self.isAllowedInLink(scalar) ? text : PercentEncoding.segment(text)
        }
    }

    private static func isAllowedInLink(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isASCII { return scalar.value > 0x20 && scalar.value < 0x7F && !unsafe.contains(scalar) }
        return ![.control, .format, .unassigned, .privateUse, .lineSeparator, .paragraphSeparator, .spaceSeparator]
            .contains(scalar.properties.generalCategory)
    }

    private static let unsafe = Set("\"<>\\^`{|}".unicodeScalars)

    /// The note and, if it can't be a link, the location.
    var text: String {
        let place = link == nil && location != title ? location : nil
        return [note, place ?? ""].filter { !$0.isEmpty }.joined(separator: "\n\n")
    }

    fileprivate var json: JSONValue {
        var item: [String: JSONValue] = [
            "id": .string(id), "title": .string(title), "content_text": .string(text),
            "tags": .list(tags.map { .string($0) }),
        ]
        item["url"] = link.map { .string($0) }
        item["date_published"] = at.map { .string($0) }
        return .object(item)
    }

    fileprivate var atom: String {
        var lines = ["<entry>", "<id>\(id)</id>", "<title>\(MarkupText(title))</title>"]
        lines.append("<updated>\(at ?? ViewFeed.unknownTime)</updated>")
        if let at { lines.append("<published>\(at)</published>") }
        if let link { lines.append("<link rel=\"alternate\" href=\"\(MarkupText(link))\"/>") }
        lines += tags.map { "<category term=\"\(MarkupText($0))\"/>" }
        // An entry without a link must have content.
        if link == nil || !text.isEmpty { lines.append("<content type=\"text\">\(MarkupText(text))</content>") }
        return lines.joined(separator: "\n") + "\n</entry>\n"
    }
}
