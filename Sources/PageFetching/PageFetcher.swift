internal import CCurl
internal import HTMLParsing

/// Reads pages from public web servers on behalf of people who mustn't reach anything else with it.
package struct PageFetcher: Sendable {
    private let policy: ConnectionPolicy
    private let limits: FetchLimits

    /// Creates a reader of pages from public addresses.
    package init() { self.init(policy: .publicAddresses) }

    /// Creates a reader with other rules, for tests.
    init(policy: ConnectionPolicy, limits: FetchLimits = FetchLimits()) {
        self.policy = policy
        self.limits = limits
    }

    /// Loads libcurl and libxml2 early, so that a process can read pages even after it has run out of file descriptors.
    ///
    /// - Throws: `PageFetchError.libraryMissing` or `parserMissing`. A later call tries again.
    package static func loadLibrary() throws(PageFetchError) {
        if let missing = unsafe CCurlLoad() { throw .libraryMissing(unsafe String(cString: missing)) }
        do { try HTMLWalk.loadLibrary() } catch { throw .parserMissing(error) }
    }

    /// Reads the title, description and text of a page.
    ///
    /// It blocks for up to 5 seconds, and another second for parsing if the page is unusual, so call it on a thread for blocking
    /// work and limit the number of simultaneous calls. A page that is cut by the deadline or by its server counts if a title was
    /// received. In a task, a cancellation ends it within about a second.
    ///
    /// - Parameters:
    ///   - location: An http or https URL.
    ///   - deadline: When to give up, if that's earlier than in 5 seconds.
    /// - Throws: The reason why there is no page, with a message of one line.
    /// - Returns: The page after at most 5 redirects; at most 512 KiB of it are read.
    package func fetch(
        _ location: String, until deadline: ContinuousClock.Instant? = nil
    ) throws(PageFetchError) -> FetchedPage {
        let latest = ContinuousClock.now.advanced(by: limits.time)
        let deadline = min(deadline ?? latest, latest)
        var url = try PageURL(location, policy: policy)
        var visited: Set<PageURL> = [url]
        for _ in 0...limits.redirects {
            let transfer = Transfer(
                url, policy: policy, limits: limits, deadline: deadline, isCanceled: { Task.isCancelled })
            switch try transfer.response(TransferSet.run(transfer)) {
            case .content(let content):
                let page = page(at: url, content)
                if page.title == nil, let error = content.error { throw error }
                return page
            case .redirect(let target):
                url = try PageURL(target, relativeTo: url, policy: policy)
                // Without cookies, a page that redirects to itself does so again.
                guard visited.insert(url).inserted else { throw .tooManyRedirects(limit: limits.redirects) }
            }
        }
        throw .tooManyRedirects(limit: limits.redirects)
    }

    /// Decodes and parses content.
    private func page(at url: PageURL, _ content: Transfer.Content) -> FetchedPage {
        let text = PageText.decode(content.bytes, charset: content.header.charset)
        guard content.header.isPlainText else {
            return PageReader.read(
                text, location: url.text, isComplete: content.isComplete, limits: limits,
                deadline: .now.advanced(by: limits.parsingTime))
        }
        var words = WordCollector(maximumWords: limits.words, maximumBytes: limits.textSize)
        words.add(text)
        words.endWord()
        return FetchedPage(location: url.text, titleElement: "", text: words.text, isComplete: content.isComplete)
    }
}
