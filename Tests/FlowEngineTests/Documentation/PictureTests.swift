import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `The pictures of the documentation` {
    /// The pictures of the article on the flow's parameters, in its order.
    static let pictures = [
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .center, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .trailing, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceBetween, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceAround, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(alignment: .spaceEvenly, spacing: 2, lineSpacing: 0)),
        FlowPicture(FlowLayout(lineAlignment: .top, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(lineAlignment: .center, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(lineAlignment: .bottom, spacing: 2, lineSpacing: 1))
            .with { $0.items = FlowPicture.blocks },
        FlowPicture(FlowLayout(contentAlignment: .center, spacing: 2, lineSpacing: 0))
            .with { $0.height = 5 },
        FlowPicture(FlowLayout(contentAlignment: .spaceBetween, spacing: 2, lineSpacing: 0))
            .with { $0.height = 5 },
        FlowPicture(FlowLayout(spacing: 1, lineSpacing: 1)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, lineBreaking: .balanced)),
        FlowPicture(FlowLayout(spacing: 2, lineSpacing: 0, justified: true)),
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

    /// The bars of all pictures, so that the article holds no other.
    func bars(_ pictures: [FlowPicture]) -> Int {
        pictures.reduce(0) { $0 + $1.text.count { $0 == "|" } }
    }
}
