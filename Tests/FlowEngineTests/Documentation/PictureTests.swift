import Foundation
import TestSupport
import Testing

@testable import FlowEngine

/// A separator between items that is as deep as its line.
private let bar = CGSize(width: 1, height: CGFloat.infinity)
/// A separator between lines that is as long as the container.
private let rule = CGSize(width: CGFloat.infinity, height: 1)

@Suite struct `The pictures of the documentation` {
    /// The pictures of the article on the flow's parameters, in its order.
    static let pictures = [
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .center, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .trailing, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceBetween, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceAround, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceEvenly, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(lineAlignment: .top, spacing: 2, lineSpacing: 1)).with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(lineAlignment: .center, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(lineAlignment: .bottom, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(lineAlignment: .stretch, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(contentAlignment: .center, spacing: 2, lineSpacing: 0)).with { $0.height = 5 },
        FlowPicture(FlowLayout(contentAlignment: .spaceBetween, spacing: 2, lineSpacing: 0)).with { $0.height = 5 },
        FlowPicture(FlowLayout(spacing: 1, lineSpacing: 1)),
        FlowPicture(FlowLayout(spacing: 1, lineSpacing: 0, separator: bar, lineSeparator: rule)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, maxItemsPerLine: 2)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, lineBreaking: .balanced)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, lineBreaking: .balanced, minLines: 4)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, justified: true)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0))
            .with { $0.growth = [1: (1, .infinity), 4: (1, .infinity), 5: (2, 3), 6: (1, .infinity)] },
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, maxLines: 2)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, verticalDirection: .up)),
        FlowPicture(FlowLayout(axis: .vertical, spacing: 1, lineSpacing: 2))
            .with {
                $0.items = FlowPicture.blocks
                $0.height = 6
            },
    ]

    @Test func `match the engine's output`() throws {
        let article = try DocumentedTarget.flowEngine.text("FlowParameters")
        for picture in Self.pictures {
            let block = "```\n\(picture.code)\n\n\(picture.text)\n```"
            #expect(article.contains(block), "The article should contain:\n\(block)")
        }
        let mirrored = Self.pictures[0].with { $0.direction = .rightToLeft }
        #expect(article.contains("```\n\(mirrored.text)\n```"), "\(mirrored.text)")
        #expect(article.count { $0 == "|" } == bars(Self.pictures + [mirrored]))
    }

    @Test func `of waterfalls match the engine's output`() throws {
        let article = try DocumentedTarget.flowEngine.text("Waterfalls")
        let walls = [
            "": WaterfallLayout(columns: 3, spacing: 1),
            ", tolerance: 1": WaterfallLayout(columns: 3, spacing: 1, tolerance: 1),
        ]
        for (tolerance, wall) in walls {
            let heights: [CGFloat] = [3, 2, 2, 2, 2, 2]
            let placed = wall { ForEach(heights) { height in Box { CGSize(width: $0.width ?? 0, height: height) } } }
                .layout(in: wide(23))
            var cells = Cells(width: 23, height: 6)
            cells.fill(placed.frames)
            let code = "WaterfallLayout(columns: 3, spacing: 1\(tolerance))"
            let block = "```\n\(code)\n\n\(cells.text)\n```"
            #expect(article.contains(block), "The article should contain:\n\(block)")
        }
        #expect(article.count { $0 == "|" } == 24)
    }

    /// The bars of all pictures, so that the article holds no other.
    func bars(_ pictures: [FlowPicture]) -> Int { pictures.reduce(0) { $0 + $1.text.count { $0 == "|" } } }
}
