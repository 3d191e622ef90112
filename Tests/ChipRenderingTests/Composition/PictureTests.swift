import ChipRendering
import FlowEngine
import Foundation
import TagService
import Testing
import TextMeasurement

@Suite struct PictureTests {
    @Test func `nothing overlaps, and everything of a chip lies inside it`() async throws {
        let gallery = try await Gallery(Gallery.scripts, selected: Array(Gallery.scripts.prefix(12)))
        for theme in [Theme.light, .dark, .print] {
            for width in [90.0, 300, 640, 4_000] {
                let picture = try await gallery.picture(theme, width: width)
                check(picture, width: width)
            }
        }
    }

    private func check(_ picture: Picture, width: Double) {
        for (index, chip) in picture.chips.enumerated() {
            #expect(chip.frame.maxX <= width - 2 * picture.margin + 1e-6)
            #expect(chip.frame.minX >= 0 && chip.frame.minY >= 0)
            #expect(chip.labelCenter - chip.labelWidth / 2 >= chip.frame.minX)
            #expect(chip.labelCenter + chip.labelWidth / 2 <= chip.frame.maxX)
            #expect(chip.baseline > chip.frame.minY && chip.baseline < chip.frame.maxY)
            #expect((chip.mark != nil) == chip.isSelected)
            if let mark = chip.mark {
                #expect(chip.frame.contains(mark))
                #expect(mark.maxX <= chip.labelCenter - chip.labelWidth / 2)
            }
            for other in picture.chips[(index + 1)...] { #expect(!chip.frame.intersects(other.frame)) }
        }
    }

    @Test func `a label that does not fit is cut with an ellipsis`() async throws {
        let gallery = try await Gallery(["a rather long name for a tag", "b"])
        let picture = try await gallery.picture(width: 150)
        #expect(picture.chips[0].label.hasSuffix("…"))
        #expect(picture.chips[0].tag == "a rather long name for a tag")
        #expect(picture.chips[1].label == "b")
    }

    @Test func `another font size scales every length`() async throws {
        let gallery = try await Gallery(["Swift", "Rust"], selected: ["Swift"])
        let large = try PictureStyle(theme: .light, font: "Noto Sans 30")
        let board = try await gallery.board(large)
        #expect(large.theme.spacing == 16 && large.theme.padding.horizontal == 24)
        #expect(board.chips[0].frame.height == 64)
        #expect(board.chips[1].frame.minX - board.chips[0].frame.maxX == 16)
    }

    @Test func `ten thousand sizes from the cache are those that are measured`() async throws {
        let words = ["tag", "标签", "Ετικέτα", "वर्ग", "وسم", "💪", "fi-ligature", "ÅÉ"]
        let names = (0..<10_000).map { "\(words[$0 % words.count]) \($0)" }
        let gallery = try await Gallery(names)
        let style = try PictureStyle(theme: .light)
        let cold = try await gallery.board(style)
        // Another measurer, which has measured nothing yet.
        let fresh = try FontMeasurer(font: Theme.light.font)
        #expect(fresh.identity == style.measurer.identity)
        let warm = try await gallery.board(try PictureStyle(theme: .light))
        #expect(cold == warm)
        #expect(warm.chips.count == 10_000)
        for chip in warm.chips {
            let size = try fresh.measure(chip.tag)
            #expect(size.width == chip.label.width)
            #expect(size.height == chip.label.height)
            #expect(size.baseline == chip.label.baseline)
        }
    }

    @Test func `an empty set is an empty picture`() async throws {
        let picture = try await Gallery([]).picture()
        #expect(picture.chips.isEmpty)
        #expect(picture.size == CGSize(width: 32, height: 32))
        #expect(try !PNGPicture(picture).bytes.isEmpty)
        #expect(try !PDFPicture(picture).bytes.isEmpty)
        #expect(SVGPicture(picture).text.hasSuffix("</svg>\n"))
    }
}
