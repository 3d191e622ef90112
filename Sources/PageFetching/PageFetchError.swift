internal import TextMeasurement

/// The errors of reading a page.
package enum PageFetchError: Error, Hashable, Sendable {
    /// The location isn't an absolute URL, or a redirect leads to something that isn't.
    case invalidLocation(String)
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
    /// libcurl doesn't work or lacks a feature that is needed for safety.
    case unavailable(reason: String)
}

extension PageFetchError: CustomStringConvertible {
    /// A message of one line: the problem and the remedy.
    package var description: String {
        switch self {
        case .invalidLocation(let text):
            "\(text.quoted) isn't a complete web address; start it with http:// or https://"
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
        case .unavailable(let reason): "pages can't be read: \(reason.shown); install libcurl 7.85 or later"
        }
    }
}
