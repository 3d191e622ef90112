internal import Synchronization

/// The HTML files and manifests of the page with their paths and language filled in.
enum FilledPages {
    /// The values that are filled in.
    struct Place: Hashable, Sendable {
        /// The server's base path, which must not contain characters special in HTML.
        var basePath: String
        /// The name of the space; `nil` outside spaces.
        var space: String?
        var language = PageLanguage.en
        /// Whether the server reads titles from pages.
        var readsPages = false
    }

    private struct Key: Hashable {
        var name: String
        var place: Place
    }

    /// The maximum number of pages in memory.
    ///
    /// Exceeding it discards all of them.
    private static let limit = 512
    private static let pages = Mutex<[Key: KeptContent]>([:])

    /// Returns a file with the values of a place.
    ///
    /// `modules` returns the links that preload the modules of a view.
    static func content(of name: String, _ place: Place, modules: () -> String = { "" }) -> KeptContent {
        let key = Key(name: name, place: place)
        if let page = pages.withLock({ $0[key] }) { return page }
        let page = KeptContent(Array(text(of: name, place, modules()).utf8))
        pages.withLock { pages in
            if pages.count >= limit { pages = [:] }
            pages[key] = page
        }
        return page
    }

    private static func text(of name: String, _ place: Place, _ modules: String) -> String {
        PageSources.text(name).replacing("{base}", with: place.basePath)
            .replacing("{root}", with: place.basePath + (place.space.map { "/spaces/\($0)" } ?? ""))
            .replacing("{language}", with: place.language.rawValue).replacing("{fetches}", with: "\(place.readsPages)")
            .replacing("{assets}", with: place.basePath + PageAssets.folder).replacing("{modules}", with: modules)
            .replacing(#/{t:(.+?)}/#) { place.language.text(String($0.1)) }
    }
}
