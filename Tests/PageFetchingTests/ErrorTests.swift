import Testing

@testable import PageFetching

/// Tests of the messages, word for word.
@Suite struct ErrorTests {
    @Test(arguments: [
        (
            PageFetchError.invalidLocation("example.org"),
            "'example.org' isn't a complete web address; start it with http:// or https://"
        ), (.invalidLocation("http://[::1/"), "'http://[::1/' isn't a valid web address; check its host"),
        (
            .invalidPort("http://e.org:99999/"),
            "the port in 'http://e.org:99999/' isn't valid; use a number from 1 to 65535"
        ), (.unsupportedScheme("ftp"), "can't read a page over 'ftp'; use http or https"),
        (
            .containsCredentials(host: "a.example"),
            "the address of 'a.example' contains a user name or password; remove it"
        ), (.refusedPort(25), "pages aren't read from port 25; use port 80, 443 or a web server's port from 1024"),
        (
            .refusedAddress(host: "router", .privateUse),
            "'router' has a private address, and pages are read from public addresses only; enter the title yourself"
        ),
        (
            .refusedAddress(host: "0", .unspecified),
            "'0' has an unspecified address, and pages are read from public addresses only; enter the title yourself"
        ), (.unknownHost("a.example"), "can't find 'a.example'; check the spelling"),
        (
            .unreachable(host: "a.example", reason: "Connection refused"),
            "can't read from 'a.example': Connection refused; try again later"
        ),
        (
            .untrustedCertificate(host: "a.example", reason: "expired"),
            "can't verify the certificate of 'a.example': expired; enter the title yourself"
        ),
        (.tooManyRedirects(limit: 5), "the page redirects more than 5 times; use the address that a browser ends at"),
        (.timedOut(host: "a.example"), "'a.example' didn't send the page in time; try again later"),
        (.unsuccessfulStatus(404, host: "a.example"), "'a.example' responded with status 404; check the address"),
        (.unsupportedContent(type: "image/png"), "'image/png' isn't a page of HTML or text; enter the title yourself"),
        (.headerTooLarge(limit: 65_536), "the response's header is larger than 64 kB; enter the title yourself"),
        (.emptyPage(host: "a.example"), "'a.example' sent an empty page; enter the title yourself"),
        (.canceled, "reading the page was canceled; try again"),
        (
            .libraryMissing("libcurl.so.4"),
            "pages are read with libcurl, and 'libcurl.so.4' is missing; install libcurl4"
        ), (.unavailable(reason: "no memory"), "pages can't be read: no memory; install libcurl 7.85 or later"),
    ]) func `a message names the problem and the remedy`(error: PageFetchError, message: String) {
        #expect(error.description == message)
    }

    @Test func `a message is one line without control characters, whatever the server sends`() {
        let text = "a\n\u{1b}[2Jb\u{202e}" + String(repeating: "x", count: 2_000)
        let message = PageFetchError.unsupportedContent(type: text).description
        #expect(message.count < 300 && message.hasPrefix(#"'a\n\u{1B}[2Jb"#))
        #expect(message.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control })
    }
}
