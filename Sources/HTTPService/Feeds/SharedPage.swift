internal import Foundation
internal import HTTPTypes
internal import TagService
internal import TextMeasurement

/// The read-only page of a shared view: one HTML document without scripts, which loads nothing.
struct SharedPage {
    let feed: ViewFeed
    /// The language of the page's few words and of its dates.
    let language: PageLanguage
    /// The address of the Atom feed, relative to the page.
    let feedAddress: String

    /// Returns the page.
    func response() -> ServiceResponse {
        let title = MarkupText(feed.title)
        let link = "rel=\"alternate\" type=\"application/atom+xml\" title=\"\(title)\" href=\"\(feedAddress)\""
        let items = feed.entries.map(item).joined(separator: "\n")
        let content = """
            <header>
            <h1 dir="auto">\(title)</h1>
            <a href="\(feedAddress)">\(language.word(.feed))</a>
            </header>
            \(feed.entries.isEmpty ? "<p>\(language.word(.empty))</p>" : "<ul class=\"items\">\n\(items)\n</ul>")
            """
        return Self.document(content, title: "\(title)", language, head: "<link \(link)>")
    }

    /// Returns the page for an address at which nothing is shared.
    static func missing(_ language: PageLanguage) -> ServiceResponse {
        let text = language.word(.missing)
        var response = document("<p>\(text)</p>", title: text, language)
        response.status = SharedAddress.missing.status
        return response
    }

    private func item(_ entry: ViewFeed.Entry) -> String {
        let title = "\(MarkupText(entry.title))"
        let link = entry.link.map { "<a href=\"\(MarkupText($0))\" rel=\"noopener noreferrer nofollow\">\(title)</a>" }
        // The title decides the direction of the item.
        var lines = ["<li dir=\"auto\">", "<h2>\(link ?? title)</h2>"]
        let facts = [entry.site.map { "<span>\(MarkupText($0))</span>" }, time(of: entry)].compactMap(\.self)
        if !facts.isEmpty { lines.append("<p class=\"facts\">\(facts.joined(separator: " "))</p>") }
        if !entry.text.isEmpty { lines.append("<p class=\"note\" dir=\"auto\">\(MarkupText(entry.text))</p>") }
        if !entry.tags.isEmpty {
            let chips = entry.tags.map { "<li><bdi>\(MarkupText($0))</bdi></li>" }.joined()
            lines.append("<ul class=\"tags\">\(chips)</ul>")
        }
        return (lines + ["</li>"]).joined(separator: "\n")
    }

    /// Returns the day of an item: the local day in a daily set, otherwise the day in UTC when it was saved.
    private func time(of entry: ViewFeed.Entry) -> String? {
        let day = entry.day.flatMap(TagService.day).map { Date(timeIntervalSince1970: Double($0) * 86_400) }
        guard let date = day ?? entry.savedAt, let attribute = entry.day ?? entry.at else { return nil }
        let style = Date.FormatStyle(
            date: .abbreviated, time: .omitted, locale: Locale(identifier: language.rawValue), timeZone: .gmt)
        return "<time datetime=\"\(attribute)\">\(MarkupText(date.formatted(style)))</time>"
    }

    private static func document(
        _ content: String, title: String, _ language: PageLanguage, head: String = ""
    ) -> ServiceResponse {
        let text = """
            <!doctype html>
            <html lang="\(language)">
            <head>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="referrer" content="no-referrer">
            <meta name="color-scheme" content="light dark">
            <title>\(title)</title>
            \(head)
            <style>\(style)</style>
            </head>
            <body>
            <main>
            \(content)
            </main>
            </body>
            </html>

            """
        var response = ServiceResponse.bytes(Array(text.utf8), "text/html; charset=utf-8")
        let hash = Data(SHA256.digest(of: style.utf8)).base64EncodedString()
        response.headers[.contentSecurityPolicy] = """
            default-src 'none'; style-src 'sha256-\(hash)'; base-uri 'none'; form-action 'none'; \
            frame-ancestors 'none'
            """
        response.headers[.init("Referrer-Policy") ?? .referer] = "no-referrer"
        response.headers[.vary] = "Accept-Language"
        return response
    }

    /// The style, with the colors and sizes of the web page.
    private static let style = """
        :root {
          color-scheme: light dark;
          --back: light-dark(#fff, #14171c);
          --line: light-dark(#e3e7ed, #2a303a);
          --text: light-dark(#2b3440, #d6dce5);
          --strong: light-dark(#161c26, #f1f4f8);
          --quiet: light-dark(#5b6675, #97a2b2);
          --accent: light-dark(#2457d6, #8db2ff);
          --chip: light-dark(#f3f5f8, #252b34);
        }
        * { box-sizing: border-box; margin: 0; padding: 0; }
        body { background: var(--back); color: var(--text); font: 15px/22px system-ui, sans-serif; }
        main { max-width: 720px; margin: 0 auto; padding: 48px 24px; overflow-wrap: anywhere; }
        header { align-items: baseline; display: flex; gap: 16px; justify-content: space-between; }
        header + * { margin-top: 16px; }
        header a { flex: none; }
        h1 { color: var(--strong); font-size: 24px; line-height: 30px; font-weight: 600; }
        h2 { color: var(--strong); font-size: 15px; line-height: 22px; font-weight: 600; }
        a { color: var(--accent); text-underline-offset: 3px; }
        h2 a { color: inherit; text-decoration: none; }
        a:hover { color: var(--accent); text-decoration: underline; }
        a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 6px; }
        ul { list-style: none; }
        .items > li { border-top: 1px solid var(--line); padding: 16px 0; }
        .facts { color: var(--quiet); font-size: 12px; line-height: 16px; }
        .facts { display: flex; flex-wrap: wrap; gap: 4px 12px; padding-top: 4px; }
        .note { padding-top: 8px; white-space: pre-line; }
        .tags { display: flex; flex-wrap: wrap; gap: 8px; padding-top: 12px; }
        .tags li { background: var(--chip); border-radius: 999px; min-height: 28px; padding: 4px 12px; }
        .tags li { align-items: center; display: flex; font-size: 13px; line-height: 18px; max-width: 100%; }
        @media (max-width: 640px) { main { padding: 24px 16px; } }
        """
}

extension ViewFeed.Entry {
    /// The host of the link without `www.`.
    fileprivate var site: String? {
        link.flatMap { URLComponents(string: $0)?.host }.map { $0.hasPrefix("www.") ? String($0.dropFirst(4)) : $0 }
    }
}

extension PageLanguage {
    /// The words of the page.
    fileprivate enum Word { case feed, empty, missing }

    fileprivate func word(_ word: Word) -> String {
        switch (word, self) {
        case (.feed, .fr): "Flux"
        case (.feed, .es): "Canal"
        case (.feed, .ja): "フィード"
        case (.feed, .zh): "订阅源"
        case (.feed, _): "Feed"
        case (.empty, .en): "Nothing here yet."
        case (.empty, .de): "Noch nichts da."
        case (.empty, .fr): "Rien ici pour l’instant."
        case (.empty, .es): "Aún no hay nada."
        case (.empty, .ja): "まだ何もありません。"
        case (.empty, .zh): "这里还没有内容。"
        case (.missing, .en): "Nothing is shared at this address, or not any more."
        case (.missing, .de): "Unter dieser Adresse ist nichts freigegeben, oder nicht mehr."
        case (.missing, .fr): "Rien n’est partagé à cette adresse, ou plus maintenant."
        case (.missing, .es): "No hay nada compartido en esta dirección, o ya no."
        case (.missing, .ja): "このアドレスでは何も共有されていないか、共有が終了しました。"
        case (.missing, .zh): "此地址没有共享内容，或共享已结束。"
        }
    }
}
