import Foundation
import TagService
import Testing

@testable import ChipRendering

/// Large pictures: their width, sections and titles.
@Suite struct SectionTests {
    private static let letters = ["art", "bread", "cloud", "Ärger", "delta", "0 days", "été"]

    private func sections(
        _ names: [String], width: Double = 640, _ change: (inout LayoutSettings) -> Void = { _ in }
    ) async throws -> (PictureSections, PictureStyle) {
        let style = try PictureStyle(theme: .light)
        let board = try await Gallery(names).board(style, width: width, change)
        return (PictureSections(board, style: style), style)
    }

    private func names(_ count: Int) -> [String] { (0..<count).map { "\(Self.letters[$0 % 7]) \($0)" } }

    @Test func `from 60 tags on, first letters are next to their chips`() async throws {
        let (sections, style) = try await sections(names(70))
        #expect(sections.headings.map(\.text) == ["0–9", "A", "B", "C", "D", "E"])
        let picture = Picture(sections, style: style)
        #expect(Set(picture.chips.map(\.tag)) == Set(names(70)) && picture.gutter > 0)
        #expect(
            picture.chips.allSatisfy { $0.frame.minX >= picture.gutter && $0.frame.maxX <= 640 - 2 * picture.margin })
        for (index, chip) in picture.chips.enumerated() {
            for other in picture.chips[(index + 1)...] { #expect(!chip.frame.intersects(other.frame)) }
        }
        #expect(picture.chips.allSatisfy { $0.frame.maxY <= picture.boardSize.height })
        let small = try await self.sections(names(59)).0
        #expect(small.headings.isEmpty && small.gutter == 0)
    }

    @Test func `namespaces are above their chips`() async throws {
        let tags = (0..<40).map { "role::r\($0)" } + (0..<20).map { "city:c\($0)" } + (0..<10).map { "word \($0)" }
        let (sections, style) = try await sections(tags)
        #expect(sections.headings.map(\.text) == ["role::", "city:"] && sections.gutter == 0)
        let picture = Picture(sections, style: style)
        for heading in picture.headings {
            let first = try #require(picture.chips.first { $0.line == heading.line })
            #expect(heading.origin.y < first.frame.minY && first.tag.hasPrefix(heading.label.tag))
        }
        for text in [SVGPicture(picture).text, HTMLPicture(picture).text] {
            #expect(text.contains(">role::</") && text.contains(">city:</"))
        }
        #expect(try SVGPicture(outlining: picture).text.contains("role=\"heading\""))
        var without = picture
        without.headings = []
        #expect(try PNGPicture(picture).bytes != PNGPicture(without).bytes)
        #expect(try PDFPicture(picture, page: .a4).bytes != PDFPicture(without, page: .a4).bytes)
    }

    @Test func `hidden chips, a single line and many letters have no sections`() async throws {
        #expect(try await sections(names(70)) { $0.maxLines = 2 }.0.headings.isEmpty)
        #expect(try await sections(names(70), width: .infinity).0.headings.isEmpty)
        let different = (0..<70).compactMap { Unicode.Scalar(0x4E00 + $0 * 10).map { String($0) } }
        #expect(try await sections(different).0.headings.isEmpty)
    }

    @Test(arguments: [20, 60, 300, 1_000]) func `a picture is about as wide as three halves of its height`(
        count: Int
    ) async throws {
        let (first, style) = try await sections(names(count))
        var (board, width) = (first.board, 640.0)
        for _ in 0..<2 {
            width = style.width(for: board)
            board = try await sections(names(count), width: width).0.board
        }
        let ratio = Double(board.size.width / board.size.height)
        #expect(count == 20 ? width == 640 : (1.2...2.2).contains(ratio), "\(width): \(ratio)")
    }

    @Test func `a title is in every format`() async throws {
        let (sections, style) = try await sections(["one", "two"])
        var picture = Picture(sections, style: style)
        let plain = picture
        picture.setTitle("habits", details: "2 tags · 28 November 2026", style: style)
        #expect(picture.size.height > plain.size.height + 30)
        #expect(picture.titleLines.allSatisfy { $0.origin.y < 0 && $0.origin.y >= -picture.titleHeight })
        for text in [SVGPicture(picture).text, HTMLPicture(picture).text] {
            #expect(text.contains(">habits</") && text.contains(">2 tags · 28 November 2026</"))
        }
        #expect(try PNGPicture(picture).bytes != PNGPicture(plain).bytes)
        #expect(try PDFPicture(picture).bytes.count > PDFPicture(plain).bytes.count)
    }

    @Test func `a calendar has a square per day, stronger for more items`() throws {
        let style = try PictureStyle(theme: .light)
        let days = (0..<14)
            .map { CalendarPicture.Day(week: $0 / 7, weekday: $0 % 7, level: $0 % 5, title: "day \($0)") }
        let picture = CalendarPicture(
            days: days, months: [(0, "Nov")], weekdays: ["Mon", "Tue"], name: "habits", details: "3 items"
        )
        .picture(style)
        #expect(picture.chips.count == 14 && picture.chips.map(\.tag) == days.map(\.title))
        let fills = (0..<5).map { picture.paint(of: picture.chips[$0]).fill }
        #expect(Set(fills).count == 5 && fills[0] == Theme.light.chip.fill && fills[4] == Theme.light.selected.fill)
        #expect(zip(fills, fills.dropFirst()).allSatisfy { $0.luminance > $1.luminance })
        let page = CalendarPicture.page(picture)
        #expect(page.contains("<svg") && page.contains("<title>day 3</title>") && page.contains(">Nov</text>"))
        #expect(try PNGPicture(picture).bytes.count > 500 && PDFPicture(picture).bytes.count > 500)
    }
}
