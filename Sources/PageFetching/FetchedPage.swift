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
