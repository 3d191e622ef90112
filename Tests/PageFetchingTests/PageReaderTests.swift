import Testing

@testable import PageFetching

/// Tests of the values that are read from a page's HTML.
@Suite struct PageReaderTests {
    private func read(_ html: String, limits: FetchLimits = FetchLimits()) -> FetchedPage {
        PageReader.read(
            html, location: "https://example.org/", isComplete: true, limits: limits,
            deadline: .now.advanced(by: .seconds(60)))
    }

    @Test func `a page's title, descriptions and text are read`() {
        let page = read(
            """
            <!DOCTYPE html><html lang=en><head>
            <meta charset=utf-8><title>
              The Matrix (1999)
              - IMDb </title>
            <meta property="og:title" content="The Matrix &amp; more">
            <meta NAME="Description" CONTENT="A hacker&#39;s  story">
            <meta property="og:description" content="Not this">
            <style>p { color: red }</style><script>var title = "<p>no</p>"</script></head>
            <body><nav><a href=/>Home</a></nav><h1>The Matrix</h1><p>A <b>ha</b>cker<br>learns
            &mdash; from&nbsp;others &lt;much&gt;.<ul><li>one<li>two</ul>
            <footer>Imprint</footer><p hidden>secret</p><div style="display: none">gone</div></body>
            """)
        #expect(page.titleElement == "The Matrix (1999) - IMDb")
        #expect(page.title == page.titleElement)
        #expect(page.socialTitle == "The Matrix & more")
        #expect(page.description == "A hacker's story")
        #expect(page.text == "The Matrix A hacker learns — from others <much>. one two")
        #expect(page.isComplete)
    }

    @Test(
        arguments: [
            ("<title>a</title><title>b</title>", "a"), ("<TITLE>upper</TITLE>", "upper"),
            ("<title></title><title>second</title>", "second"), ("<p>no head<title>late</title>", "late"),
            ("<svg><title>picture</title></svg><title>page</title>", "page"),
            ("<svg><title>picture</title></svg>", nil), ("<title>open<body><p>text", "open"),
            ("<title>open<meta name=a content=b><p>text", "open"),
            ("<title>a <b>bold</b> title</title>", "a bold title"),
            ("<title>&lt;script&gt; &amp; &#x41;&#66; &eacute;&hellip;</title>", "<script> & AB é…"),
            ("<title>x&#y; &# z &#0;e &#x;</title>", "x&#y; &# z e &#x;"),
            ("<meta property=og:title content='a&#b &#99999999999;c'>", "a&#b c"),
            ("<title>Ann&#146;s &#147;page&#148;</title>", "Ann’s “page”"),
            ("<title>a\u{0}b\u{1}c\u{1b}[31md\u{7f}</title>", "a b"),
            ("<title>a\u{202e}b\u{feff}c\u{200b}d\u{fffd}e</title>", "abcd e"), ("<title>👩‍👩‍👧 नमस्ते 東京</title>", "👩‍👩‍👧 नमस्ते 東京"),
            ("<title>\n\t </title>", nil), ("", nil), ("<", nil), ("<title", nil),
            ("<meta property=og:title content='from og'>", "from og"),
            ("<meta name=twitter:title content=card>", "card"),
            ("<meta property=og:title content=' '><meta name=twitter:title content=card>", "card"),
            ("<!-- <title>comment</title> --><title>real</title>", "real"),
            ("<script><title>script</title></script><title>real</title>", "real"),
            ("<noscript><title>noscript</title></noscript><title>real</title>", "real"),
        ] as [(String, String?)]) func `the title is read as browsers do`(html: String, title: String?)
    {
        if html.contains("\u{1b}") {
            // libxml2 leaves control characters out; none may be left.
            let scalars = read(html).titleElement.unicodeScalars
            #expect(scalars.allSatisfy { $0.properties.generalCategory != .control })
        } else {
            #expect(read(html).title == title)
        }
    }

    @Test(arguments: [
        ("<p>un<em>bro</em>ken <a href=x>link</a>s", "unbroken links"), ("<td>a<td>b", "a b"),
        ("a<div>b</div>c", "a b c"), ("a<br/>b<hr>c<wbr>d", "a b cd"), ("<b>a</b> <b>b</b>", "a b"),
        ("<textarea>t</textarea><select><option>o</select>x", "x"),
        ("<ruby>漢字<rp>(</rp><rt>かんじ</rt><rp>)</rp></ruby>", "漢字"), ("<p>a</div></div></p>b</html>c", "a b c"),
        ("<p>a <3 b & c &nonsense; d", "a <3 b & c &nonsense; d"),
        ("<div role=navigation>menu</div><p aria-hidden=true>x</p>y", "y"),
        ("<body style='display:none'>shown later", "shown later"),
        ("<nav><ul><li>a<li>b</ul></nav><video><source src=a>v</video>c", "c"), ("<template><p>t</template>x", "x"),
        ("<x-card><p>custom</x-card>", "custom"),
    ]) func `the visible text is read`(html: String, text: String) { #expect(read(html).text == text) }

    @Test func `the text of the main element is preferred if it is long enough`() {
        let words = Array(repeating: "word", count: 50).joined(separator: " ")
        #expect(read("<p>before<main><p>\(words)</main><p>after").text == words)
        #expect(read("<p>before<div role=main>short</div><p>after").text == "before short after")
        let two = read("<p>x<article>\(words)</article><article>second</article>").text
        #expect(two == words + " second")
    }

    @Test func `text is limited in words and bytes`() {
        let words = read("<p>" + String(repeating: "word ", count: 3_000)).text
        #expect(words.split(separator: " ").count == 1_000)
        let chinese = read(
            "<title>" + String(repeating: "東", count: 9_000) + "</title><p>" + String(repeating: "京", count: 90_000))
        #expect(chinese.text.utf8.count <= 16 << 10 && chinese.text.utf8.count > 16_000)
        #expect(chinese.titleElement.utf8.count <= 1_000 && chinese.titleElement.utf8.count > 990)
        let marks = read("<title>e" + String(repeating: "\u{301}", count: 9_000) + "</title>")
        #expect(marks.titleElement.utf8.count <= 1_000)
        let description = "<meta name=description content='" + String(repeating: "word ", count: 3_000)
        #expect((read(description + "'>").description ?? "").utf8.count <= 4_000)
    }

    @Test func `deep nesting ends the page with what was found`() {
        var limits = FetchLimits()
        limits.depth = 20
        let html = "<title>t</title><p>top" + String(repeating: "<div>", count: 30) + "bottom"
        let page = read(html, limits: limits)
        #expect(page.title == "t" && page.text == "top" && !page.isComplete)
        let flat = read("<title>t</title>" + String(repeating: "<p>x<br>y<wbr>", count: 2_000))
        #expect(flat.isComplete)
    }

    @Test func `after the deadline only the beginning is parsed`() {
        let page = PageReader.read(
            "<title>t</title><p>top" + String(repeating: " ", count: 32 << 10) + "<p>bottom", location: "",
            isComplete: true, limits: FetchLimits(), deadline: .now)
        #expect(page.title == "t" && page.text == "top" && !page.isComplete)
    }

    @Test func `no page makes the reader trap`() {
        let pieces = [
            "<title>", "</title>", "<p", ">", "<meta ", "content=", "property=og:title", "\"", "'", "&#", "x110000;",
            "&amp", "<!--", "-->", "<![CDATA[", "]]>", "<?xml", "\u{0}", "é", "<svg>", "</svg>", "<main>", "</main>",
            "<script>", "</script", "hidden", " ", "text", "<nav>", "</", "\u{ffff}",
        ]
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<3_000 {
            let count = Int.random(in: 1...40, using: &generator)
            let html = (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
            let page = read(html)
            #expect(page.titleElement.utf8.count <= 1_000)
        }
    }
}
