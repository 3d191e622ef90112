import ChipRendering
import Foundation
import TagService
import Testing

/// A picture with hidden chips shows their number.
@Suite struct HiddenChipTests {
    private func picture() async throws -> Picture {
        let gallery = try await Gallery((1...60).map { "number \($0)" })
        return try await gallery.picture(width: 400) { $0.maxLines = 2 }
    }

    @Test func `the last chip shows the number of hidden chips`() async throws {
        let picture = try await picture()
        let more = try #require(picture.more)
        #expect(picture.hidden > 40 && picture.chips.count + picture.hidden == 60)
        #expect(more.label == "+\(picture.hidden) more" && more.line == 1 && more.mark == nil)
        let last = try #require(picture.chips.last)
        #expect(more.frame.minX > last.frame.maxX && more.frame.minY == last.frame.minY)
        #expect(more.frame.maxX <= 400 - 2 * picture.margin)
    }

    @Test func `without room, it shows only the number`() async throws {
        let gallery = try await Gallery((1...60).map { "number \($0)" })
        for width in [70.0, 80, 90, 110, 130] {
            let picture = try await gallery.picture(width: width) { $0.maxLines = 2 }
            let more = try #require(picture.more)
            let isWhole = more.label == "+\(picture.hidden) more"
            #expect(isWhole || more.label == "+\(picture.hidden)", "\(width): \(more.label)")
            #expect(more.tag == "+\(picture.hidden) more" && more.labelWidth <= more.frame.width)
            #expect(!isWhole || width > 90)
        }
    }

    @Test func `it is in every format`() async throws {
        let picture = try await picture()
        let words = "+\(picture.hidden) more"
        #expect(SVGPicture(picture).text.contains(">\(words)</text>"))
        #expect(SVGPicture(picture).text.contains("<title>\(words)</title>"))
        #expect(try SVGPicture(outlining: picture).text.contains("<title>\(words)</title>"))
        let page = HTMLPicture(picture).text
        #expect(page.contains(">\(words)</span>") && !page.contains("value=\"\(words)\""))
        var without = picture
        without.more = nil
        #expect(try PNGPicture(picture).bytes != PNGPicture(without).bytes)
        #expect(try PDFPicture(picture).bytes != PDFPicture(without).bytes)
    }

    @Test func `a picture that hides nothing has none`() async throws {
        let picture = try await Gallery(["one", "two"]).picture()
        #expect(picture.more == nil && picture.hidden == 0)
    }
}
