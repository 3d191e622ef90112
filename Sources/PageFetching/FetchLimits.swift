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
