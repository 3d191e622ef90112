import ChipRendering
import FlowEngine
import Foundation
import TagService
import TestSupport
import Testing

/// SVG, read back by other programs.
@Suite struct SVGReadingTests {
    static let xmllint = Tool("xmllint", package: "libxml2-utils")
    static let rsvg = Tool("rsvg-convert", package: "librsvg2-bin")

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ svg: String, _ path: String) throws -> [String] {
        let file = folder.file("a.svg")
        try Data(svg.utf8).write(to: URL(fileURLWithPath: file))
        let answer = try Self.xmllint.run(["--nonet", "--xpath", path, file])
        return String(decoding: answer.output, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: true)
            .map(String.init)
    }

    @Test(.enabled(if: xmllint.isInstalled, Comment(rawValue: xmllint.comment)))
    func `every text is read back equal, including markup`() async throws {
        let names = Gallery.scripts + Gallery.hostile
        let gallery = try await Gallery(names)
        let svg = SVGPicture(try await gallery.picture()).text
        let file = folder.file("a.svg")
        try Data(svg.utf8).write(to: URL(fileURLWithPath: file))
        #expect(try Self.xmllint.run(["--nonet", "--noout", file]).code == 0)
        for (index, name) in names.enumerated() {
            let item = "/*[name()='svg']/*[name()='g']/*[name()='g'][\(index + 1)]"
            #expect(try read(svg, "string(\(item)/*[name()='text'])") == [name])
            #expect(try read(svg, "string(\(item)/*[name()='title'])") == [name])
        }
        #expect(try read(svg, "count(//*[name()='script'])") == ["0"])
    }

    @Test func `chips have the board's frames, and labels the widths that were measured`() async throws {
        let gallery = try await Gallery(Gallery.habits, selected: ["锻炼 💪"])
        let picture = try await gallery.picture()
        let svg = SVGPicture(picture).text
        for chip in picture.chips {
            let frame = chip.frame
            #expect(
                svg.contains(
                    "<rect x=\"\(Int(frame.minX))\" y=\"\(Int(frame.minY))\" "
                        + "width=\"\(Int(frame.width))\" height=\"\(Int(frame.height))\""))
        }
        #expect(svg.contains("textLength=\"52.037\""))
        #expect(svg.contains("<title>锻炼 💪, selected</title>"))
        #expect(svg.contains("role=\"list\"") && svg.contains("role=\"listitem\""))
    }

    @Test func `from right to left the picture is the mirrored one`() async throws {
        let gallery = try await Gallery(Gallery.habits, selected: ["锻炼 💪"])
        let plain = try await gallery.picture()
        let mirrored = try await gallery.picture { $0.layoutDirection = .rightToLeft }
        for (one, other) in zip(plain.chips, mirrored.chips) {
            #expect(other.frame.minX == mirrored.boardSize.width - one.frame.maxX)
            #expect(other.frame.minY == one.frame.minY)
        }
    }

    @Test(.enabled(if: rsvg.isInstalled, Comment(rawValue: rsvg.comment)))
    func `another program draws both kinds of labels alike`() async throws {
        let gallery = try await Gallery(["Swift", "Rust", "Ελληνικά", "中文"], selected: ["Rust"])
        let picture = try await gallery.picture()
        let text = try Raster(png: draw(SVGPicture(picture).text))
        let outlines = try Raster(png: draw(try SVGPicture(outlining: picture).text))
        #expect(text.width == Int(picture.size.width) && text.height == Int(picture.size.height))
        // A picture without labels shows the labels' share of the picture.
        var blank = picture
        for index in blank.chips.indices { blank.chips[index].label = "" }
        let empty = try Raster(png: draw(SVGPicture(blank).text))
        #expect(text.difference(from: outlines) < text.difference(from: empty) / 10)
    }

    private func draw(_ svg: String) throws -> Data {
        let file = folder.file("\(UUID().uuidString).svg")
        try Data(svg.utf8).write(to: URL(fileURLWithPath: file))
        let answer = try Self.rsvg.run([file])
        try #require(answer.code == 0)
        return answer.output
    }

    @Test func `outlines hold no text that needs a font`() async throws {
        let gallery = try await Gallery(Gallery.scripts)
        let svg = try SVGPicture(outlining: try await gallery.picture()).text
        #expect(!svg.contains("<text"))
        #expect(svg.contains("data:image/png;base64,"))
        for name in Gallery.scripts { #expect(svg.contains("<title>\(MarkupEscape.xml(name))</title>")) }
    }
}

/// The reference for escaping markup: the five characters, one after another.
enum MarkupEscape {
    static func xml(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;").replacing("'", with: "&#39;")
    }
}
