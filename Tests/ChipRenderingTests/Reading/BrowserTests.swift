import ChipRendering
import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// SVG and HTML in a real browser.
@Suite(.enabled(if: Browser.chromium.isInstalled, Comment(rawValue: Browser.chromium.comment)), .serialized)
struct BrowserTests {
    private let browser: Browser

    init() throws { browser = try Browser() }

    private static let rectangles = """
        .map(e => { const r = e.getBoundingClientRect(); return { x: r.x, y: r.y, width: r.width, height: r.height }; })
        """

    private func expect(_ rectangles: [PageRectangle], areThoseOf picture: Picture) {
        let chips = picture.chips + (picture.more.map { [$0] } ?? [])
        #expect(rectangles.count == chips.count)
        for (rectangle, chip) in zip(rectangles, chips) {
            let frame = chip.frame.offsetBy(dx: picture.margin, dy: picture.margin)
            #expect(abs(rectangle.x - frame.minX) <= 0.5, "\(chip.tag)")
            #expect(abs(rectangle.y - frame.minY) <= 0.5, "\(chip.tag)")
            #expect(abs(rectangle.width - frame.width) <= 0.5, "\(chip.tag)")
            #expect(abs(rectangle.height - frame.height) <= 0.5, "\(chip.tag)")
        }
    }

    @Test func `chips of an SVG have the board's positions, and labels their measured widths`() async throws {
        let gallery = try await Gallery(Gallery.scripts, selected: Array(Gallery.scripts.prefix(9)))
        let picture = try await gallery.picture()
        struct Answer: Decodable {
            var chips: [PageRectangle]
            var labels: [Double]
        }
        let answer: Answer = try browser.ask(
            Data(SVGPicture(picture).text.utf8), name: "a.svg", width: Int(picture.size.width),
            script: """
                return { chips: Array.from(page.querySelectorAll("g[role=listitem] > rect:first-of-type"))\(Self.rectangles),
                         labels: Array.from(page.querySelectorAll("text"), t => t.getComputedTextLength()) };
                """)
        expect(answer.chips, areThoseOf: picture)
        for (length, chip) in zip(answer.labels, picture.chips) {
            #expect(abs(length - chip.labelWidth) <= 0.5, "\(chip.tag)")
        }
    }

    @Test(arguments: HTMLCase.all) func `chips of a page have the board's positions`(example: HTMLCase) async throws {
        let gallery = try await Gallery(Gallery.scripts, selected: Array(Gallery.scripts.prefix(9)))
        let picture = try await gallery.picture(width: example.width, example.change)
        let rectangles: [PageRectangle] = try browser.ask(
            Data(HTMLPicture(picture).text.utf8), name: "a.html", width: Int(picture.size.width),
            script: "return Array.from(page.querySelectorAll('.chip'))\(Self.rectangles);")
        expect(rectangles, areThoseOf: picture)
    }

    @Test(arguments: Theme.shippedNames) func `no label of a page is cut that the board does not cut`(
        name: String
    ) async throws {
        let names = Gallery.scripts + ["a label that is much too long for a picture of this width, and for most others"]
        let gallery = try await Gallery(names, selected: names)
        let theme = try #require(Theme(named: name))
        let picture = try await gallery.picture(theme, width: 400)
        let cut: [Bool] = try browser.ask(
            Data(HTMLPicture(picture).text.utf8), name: "a.html", width: 400,
            script: "return Array.from(page.querySelectorAll('.label'), e => e.scrollWidth > e.clientWidth + 1);")
        #expect(cut == picture.chips.map { $0.label != $0.tag })
        #expect(cut.filter { $0 }.count == 1)
    }

    @Test func `a page wraps again in a narrower window, with nothing outside it`() async throws {
        let picture = try await Gallery(Gallery.scripts).picture()
        let rectangles: [PageRectangle] = try browser.ask(
            Data(HTMLPicture(picture).text.utf8), name: "a.html", width: 320,
            script: "return Array.from(page.querySelectorAll('.chip'))\(Self.rectangles);")
        #expect(rectangles.allSatisfy { $0.x >= 16 && $0.x + $0.width <= 304.5 })
        #expect(Set(rectangles.map(\.y)).count > Set(picture.chips.map(\.line)).count)
    }

    @Test func `names that are markup are shown and not run`() async throws {
        let names = Gallery.hostile + Gallery.scripts
        let gallery = try await Gallery(names, selected: Array(names.prefix(3)))
        let picture = try await gallery.picture()
        struct Answer: Decodable {
            var texts: [String]
            var scripts: Int
            var images: Int
            var ran: Bool
        }
        let facts = """
            scripts: page.scripts ? page.scripts.length : page.querySelectorAll("script").length,
            images: page.querySelectorAll("img, image").length,
            ran: page.documentElement.dataset.run !== undefined
            """
        let html: Answer = try browser.ask(
            Data(HTMLPicture(picture).text.utf8), name: "a.html", width: 640,
            script: "return { texts: Array.from(page.querySelectorAll('.label'), e => e.textContent), \(facts) };")
        let svg: Answer = try browser.ask(
            Data(SVGPicture(picture).text.utf8), name: "a.svg", width: 640,
            script: "return { texts: Array.from(page.querySelectorAll('text'), e => e.textContent), \(facts) };")
        #expect(html.texts == names && svg.texts == names)
        #expect(html.scripts == 1 && svg.scripts == 0)
        #expect(html.images == 0 && svg.images == 0)
        #expect(!html.ran && !svg.ran)
    }

    @Test func `check boxes work, and the button copies the selected tags`() async throws {
        let gallery = try await Gallery(Gallery.habits, selected: ["锻炼 💪"])
        let picture = try await gallery.picture()
        struct Answer: Decodable {
            var copied: String
            var said: String
            var before: PageRectangle
            var after: PageRectangle
            var marks: Int
        }
        let answer: Answer = try browser.ask(
            Data(HTMLPicture(picture).text.utf8), name: "a.html", width: 640,
            script: """
                let copied = "";
                Object.defineProperty(view.navigator, "clipboard", {
                  value: { writeText: text => { copied = text; return Promise.resolve(); } } });
                const item = page.querySelectorAll(".chip")[2];
                const rectangle = () => [item]\(Self.rectangles)[0];
                const before = rectangle();
                item.querySelector("label").click();
                page.getElementById("copy").click();
                await new Promise(resolve => setTimeout(resolve, 100));
                const marks = Array.from(page.querySelectorAll(".mark"))
                  .filter(mark => view.getComputedStyle(mark).display !== "none").length;
                return { copied, said: page.getElementById("copy").textContent, before, after: rectangle(), marks };
                """)
        #expect(answer.copied == "锻炼 💪\n读书 📚")
        #expect(answer.said == "Copied")
        #expect(answer.marks == 2)
        #expect(answer.before.width == answer.after.width)
    }
}

/// Settings that give a page the board's positions.
struct HTMLCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    var width: Double = 640
    let change: @Sendable (inout LayoutSettings) -> Void

    static let all = [
        HTMLCase(testDescription: "leading") { _ in },
        HTMLCase(testDescription: "centered and narrow", width: 300) { $0.alignment = .center },
        HTMLCase(testDescription: "spread, from right to left") {
            $0.alignment = .spaceBetween
            $0.layoutDirection = .rightToLeft
        },
        HTMLCase(testDescription: "balanced, trailing, upwards") {
            $0.lineBreaking = .balanced
            $0.alignment = .trailing
            $0.verticalDirection = .up
        }, HTMLCase(testDescription: "justified") { $0.justified = true },
        HTMLCase(testDescription: "three lines, the rest hidden", width: 500) { $0.maxLines = 3 },
    ]
}
