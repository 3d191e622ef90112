/// The visible text of pages that another program has read.
package enum VisibleText {
    /// Returns the visible text of a page in HTML, with the limits of a fetched page.
    ///
    /// - Complexity: Linear in the size, and at most a second.
    package static func of(html: String) -> String {
        let limits = FetchLimits()
        return
            PageReader.read(
                html, location: "", isComplete: true, limits: limits, deadline: .now.advanced(by: limits.parsingTime)
            )
            .text
    }
}
