package import HTMLParsing
internal import TextMeasurement

/// The title, description and text of a page.
///
/// All text is one line each, without control characters.
package struct FetchedPage: Hashable, Sendable {
    /// The location after the redirects, in normal form and without a fragment.
    package var location: String
    /// The text of `<title>`, at most 1,000 bytes of UTF-8; empty if there is none.
    package var titleElement: String
    /// The title for previews (`og:title`, else `twitter:title`), at most 1,000 bytes of UTF-8.
    package var socialTitle: String?
    /// The description (`description`, else `og:description` or `twitter:description`), at most 4,000 bytes of UTF-8.
    package var description: String?
    /// The first words of the visible text, at most 1,000 words and 16 KiB of UTF-8.
    ///
    /// Scripts, styles, navigation, forms' choices and hidden elements are left out. If `<main>` or `<article>` has 50 words, the
    /// rest of the page is left out, too.
    package var text: String
    /// Whether the whole page was read.
    ///
    /// Otherwise it's larger than the limits, or ended early.
    package var isComplete: Bool

    /// The title for an item: `<title>`, or the title for previews if it's empty; nil without both.
    package var title: String? { titleElement.isEmpty ? socialTitle : titleElement }

    /// The evidence for tags other than the title: the title for previews, if it differs, the description and the text.
    package var evidence: String {
        let other = socialTitle == title ? nil : socialTitle
        return [other, description, text].compactMap(\.self).filter { !$0.isEmpty }.joined(separator: "\n")
    }
}

/// The limits for reading one page.
struct FetchLimits: Hashable, Sendable {
    /// The maximum time for all requests and redirects.
    var time = Duration.seconds(5)
    /// The maximum time for decoding and parsing.
    var parsingTime = Duration.seconds(1)
    /// The maximum number of bytes of content, both as sent and decompressed.
    ///
    /// Content beyond it is left out.
    var size = 512 << 10
    /// The maximum number of bytes of the headers of one response.
    var headerSize = 64 << 10
    /// The maximum number of redirects.
    var redirects = 5
    /// The maximum number of nested elements.
    ///
    /// Content after deeper nesting is left out.
    var depth = 512
    /// The maximum number of words of visible text.
    var words = 1_000
    /// The maximum size of the visible text in bytes of UTF-8, for languages that don't separate words.
    var textSize = 16 << 10
    /// The maximum size of a title in bytes of UTF-8, as for items.
    var titleSize = 1_000
    /// The maximum size of a description in bytes of UTF-8.
    var descriptionSize = 4_000
}

/// The errors of reading a page.
package enum PageFetchError: Error, Hashable, Sendable {
    /// The location isn't an absolute URL, or a redirect leads to something that isn't.
    case invalidLocation(String)
    /// The port of a URL isn't a number, or it is above 65535.
    case invalidPort(String)
    /// The location, or that of a redirect, is neither http nor https.
    case unsupportedScheme(String)
    /// The location contains a user name or password.
    case containsCredentials(host: String)
    /// The port isn't one of those that pages are read from.
    case refusedPort(Int)
    /// Every address of the host is refused; the kind is that of the first.
    ///
    /// The address isn't part of the error, which a server reports to people who shouldn't see the names of its network.
    case refusedAddress(host: String, AddressKind)
    /// The name has no address.
    case unknownHost(String)
    /// The host refuses connections, or sends something that isn't a complete response.
    case unreachable(host: String, reason: String)
    /// The host has no valid certificate.
    case untrustedCertificate(host: String, reason: String)
    /// More redirects than allowed, or redirects in a circle.
    case tooManyRedirects(limit: Int)
    /// The page wasn't read before the deadline.
    case timedOut(host: String)
    /// The server's status isn't a success.
    case unsuccessfulStatus(Int, host: String)
    /// The content is neither HTML nor plain text.
    case unsupportedContent(type: String)
    /// The response's header is larger than allowed.
    case headerTooLarge(limit: Int)
    /// The response has no content.
    case emptyPage(host: String)
    /// The task that reads the page was canceled.
    case canceled
    /// libcurl, or the named function of it, isn't installed.
    case libraryMissing(String)
    /// libxml2, or a function of it, isn't installed.
    case parserMissing(HTMLWalk.LibraryError)
    /// libcurl doesn't work or lacks a feature that is needed for safety.
    case unavailable(reason: String)
}

extension PageFetchError: CustomStringConvertible {
    /// A message of one line: the problem and the remedy.
    package var description: String {
        switch self {
        case .invalidLocation(let text) where text.hasPrefix("http://") || text.hasPrefix("https://"):
            "\(text.quoted) isn't a valid web address; check its host"
        case .invalidLocation(let text):
            "\(text.quoted) isn't a complete web address; start it with http:// or https://"
        case .invalidPort(let text): "the port in \(text.quoted) isn't valid; use a number from 1 to 65535"
        case .unsupportedScheme(let scheme): "can't read a page over \(scheme.quoted); use http or https"
        case .containsCredentials(let host): "the address of \(host.quoted) contains a user name or password; remove it"
        case .refusedPort(let port):
            "pages aren't read from port \(port); use port 80, 443 or a web server's port from 1024"
        case .refusedAddress(let host, let kind):
            "\(host.quoted) has \(kind.addressPhrase), and pages are read from public addresses only; enter the title yourself"
        case .unknownHost(let host): "can't find \(host.quoted); check the spelling"
        case .unreachable(let host, let reason): "can't read from \(host.quoted): \(reason.shown); try again later"
        case .untrustedCertificate(let host, let reason):
            "can't verify the certificate of \(host.quoted): \(reason.shown); enter the title yourself"
        case .tooManyRedirects(let limit):
            "the page redirects more than \(limit) times; use the address that a browser ends at"
        case .timedOut(let host): "\(host.quoted) didn't send the page in time; try again later"
        case .unsuccessfulStatus(let status, let host):
            "\(host.quoted) responded with status \(status); check the address"
        case .unsupportedContent(let type): "\(type.quoted) isn't a page of HTML or text; enter the title yourself"
        case .headerTooLarge(let limit):
            "the response's header is larger than \(limit >> 10) kB; enter the title yourself"
        case .emptyPage(let host): "\(host.quoted) sent an empty page; enter the title yourself"
        case .canceled: "reading the page was canceled; try again"
        case .libraryMissing(let name): "pages are read with libcurl, and '\(name)' is missing; install libcurl4"
        case .parserMissing(let error): error.description
        case .unavailable(let reason): "pages can't be read: \(reason.shown); install libcurl 7.85 or later"
        }
    }
}
