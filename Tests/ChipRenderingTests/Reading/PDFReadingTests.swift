import ChipRendering
import FlowEngine
import Foundation
import TestSupport
import Testing

/// PDF, read back by poppler's programs.
@Suite(.enabled(if: Tool("pdftotext", package: "poppler-utils").isInstalled, "poppler-utils is not installed"))
struct PDFReadingTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func run(_ tool: String, _ pdf: Data, _ arguments: [String], after: [String] = []) throws -> Data {
        let file = folder.file("a.pdf")
        try pdf.write(to: URL(fileURLWithPath: file))
        let answer = try Tool(tool, package: "poppler-utils").run(arguments + [file] + after)
        try #require(answer.code == 0)
        return answer.output
    }

    /// The lines of text, without the marks of direction that pdftotext puts around words from right to left.
    private func lines(_ pdf: Data) throws -> [String] {
        let text = String(decoding: try run("pdftotext", pdf, ["-enc", "UTF-8"], after: ["-"]), as: UTF8.self)
        let marks: Set<Unicode.Scalar> = ["\u{202A}", "\u{202B}", "\u{202C}", "\u{200E}", "\u{200F}"]
        var plain = String.UnicodeScalarView()
        plain.append(contentsOf: text.unicodeScalars.filter { !marks.contains($0) })
        return String(plain).split { $0 == "\n" || $0 == "\u{C}" }.map(String.init)
    }

    @Test func `every text comes back equal, from CJK to Arabic to emoji`() async throws {
        let names = Gallery.scripts + Gallery.hostile
        let gallery = try await Gallery(names, selected: ["锻炼 💪", "العربية", "தமிழ்"])
        let bytes = try PDFPicture(try await gallery.picture()).bytes
        #expect(try lines(bytes).sorted() == names.sorted())
    }

    @Test(arguments: [["a-ב-3"] + (1...12).map { "a plain tag \($0)" }, []])
    func `labels that mix directions come back in the order of reading`(others: [String]) async throws {
        let names =
            [
                "חדש 2024", "swift בעברית", "العربية 12 abc", "אבג abc דהו 34", "שלום עולם 12", "עברית abc",
                "שלום עולם", "2024 חדש", "עברית", "חדש 💪 2024",
            ] + others
        for width in [230.0, 640] {
            let picture = try await Gallery(names).picture(width: width)
            let text = try lines(PDFPicture(picture).bytes).joined(separator: "\n")
            for name in names { #expect(text.contains(name), "\(name) at \(width) in \(text)") }
        }
    }

    /// Chromium's viewer turns glyphs round as other readers do, but not an `ActualText`, which it copies in the order of sight.
    @Test func `text from right to left is glyphs with their own characters`() async throws {
        let names = ["עברית", "חדש 2024", "שלום עולם", "סלט swift", "اردو", "שָׁלוֹם", "שָׁלוֹם לך", "عَرَبِيَّة"]
        let file = folder.file("b.pdf")
        try PDFPicture(try await Gallery(names).picture()).bytes.write(to: URL(fileURLWithPath: file))
        let replaced = try PythonScript.run(
            """
            import re, sys, zlib
            count = 0
            for body in re.findall(rb"stream\\r?\\n(.*?)endstream", open(sys.argv[1], "rb").read(), re.S):
                try: count += zlib.decompressobj().decompress(body).count(b"/ActualText")
                except zlib.error: pass
            print(count)
            """, file)
        #expect(replaced == "0\n")
        let text = try run("pdftotext", Data(contentsOf: URL(fileURLWithPath: file)), [], after: ["-"])
        for name in ["עברית", "שָׁלוֹם", "عَرَبِيَّة"] {
            #expect(String(decoding: text, as: UTF8.self).contains(name), "\(name)")
        }
    }

    @Test func `the text is vectors, with the fonts in the file`() async throws {
        let gallery = try await Gallery(["Swift", "中文", "हिन्दी"])
        let fonts = String(
            decoding: try run("pdffonts", PDFPicture(try await gallery.picture()).bytes, []), as: UTF8.self)
        #expect(fonts.contains("NotoSans-Regular"))
        for line in fonts.split(separator: "\n").dropFirst(2) { #expect(line.contains(" yes "), "\(line)") }
    }

    @Test func `a page fits the picture, and paper breaks between lines`() async throws {
        let gallery = try await Gallery((0..<400).map { "tag \($0)" })
        let picture = try await gallery.picture()
        let fit = try info(PDFPicture(picture).bytes)
        #expect(fit.pages == 1)
        #expect(fit.size == "\(Int(picture.size.width)) x \(Int(picture.size.height)) pts")
        for (page, size) in [
            (PictureDocument.Page.a4, "595.276 x 841.89 pts (A4)"), (.letter, "612 x 792 pts (letter)"),
        ] {
            let bytes = try PDFPicture(picture, page: page).bytes
            let paper = try info(bytes)
            #expect(paper.size == size)
            #expect(paper.pages > 1)
            #expect(try lines(bytes).sorted() == gallery.names.sorted())
        }
    }

    private func info(_ pdf: Data) throws -> (pages: Int, size: String) {
        let text = String(decoding: try run("pdfinfo", pdf, []), as: UTF8.self)
        let fields = text.split(separator: "\n").map { $0.split(separator: ":", maxSplits: 1) }
        func field(_ name: String) -> String {
            fields.first { $0[0] == name }?.last?.drop { $0 == " " }.description ?? ""
        }
        return (Int(field("Pages")) ?? 0, field("Page size"))
    }

    @Test func `it looks as the PNG does`() async throws {
        let gallery = try await Gallery(Gallery.habits, selected: ["锻炼 💪", "冥想 🧘"])
        for theme in [Theme.light, .dark, .print] {
            var picture = try await gallery.picture(theme)
            picture.theme.background = theme.background ?? ThemeColor(hex: "#FFFFFF")
            let png = try Raster(png: PNGPicture(picture, scale: 2).bytes)
            let drawn = try run(
                "pdftocairo", PDFPicture(picture).bytes, ["-r", "144", "-png", "-singlefile"], after: ["-"])
            let difference = try Raster(png: drawn).difference(from: png)
            #expect(difference < 0.01)
        }
    }
}
