import FlowEngine
import Foundation
import TestSupport
import Testing

/// Compares the code of articles and doc comments with compiled code, and runs it.
@Suite struct `The code of the documentation` {
    @Test(arguments: ["PortingALayout", "WritingALayout", "FlowEngine", "ListsOfAnyLength", "DebuggingALayout"])
    func `is code that is compiled`(_ article: String) throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
        let sources = try ["ArticleLayouts", "ArticleTests", "LazyArticleTests", "../Tree/DescriptionTests"]
            .map { name in
                let url = folder.appending(path: "\(name).swift")
                return DocumentedTarget.lines(of: try String(contentsOf: url, encoding: .utf8))
            }
        let blocks = try DocumentedTarget.flowEngine.code(article)
        #expect(!blocks.isEmpty)
        for block in blocks {
            let stands = sources.contains { $0.holds(block) }
            #expect(stands, "\(block.joined(separator: "\n"))")
        }
    }

    @Test func `of doc comments is code that is compiled`() throws {
        let url = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "DocCommentExamples.swift")
        let compiled = DocumentedTarget.lines(of: try String(contentsOf: url, encoding: .utf8))
        let examples = try DocumentedTarget.flowEngine.docCommentExamples()
        #expect(examples.count >= 20)
        for example in examples { #expect(compiled.holds(example), "\(example.joined(separator: "\n"))") }
    }

    @Test func `names types and tests of greedy line breaking that exist`() throws {
        let article = try DocumentedTarget.flowEngine.text("GreedyLineBreaking")
        let words = article.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
        let tests = try DocumentedTarget.files(below: DocumentedTarget.flowEngine.tests).joined()
        let sources = try DocumentedTarget.files(below: DocumentedTarget.flowEngine.sources).joined()
        let names = words.filter { $0.contains(" ") }
        #expect(names.count >= 6)
        for name in names { #expect(tests.contains("func `\(name)`"), "missing test \(name)") }
        for place in ["LineBreaker", "FlowArranger", "ChunkBreaker"] {
            #expect(words.contains(place))
            #expect(sources.contains("struct \(place)"), "missing type \(place)")
        }
    }

    @Test func `places views around a circle`() {
        let dial = RadialLayout {
            Box(width: 10, height: 10).rank(2)
            Box(width: 10, height: 10).rank(1)
            Box(width: 10, height: 10).rank(3)
            Box(width: 10, height: 10).rank(4)
        }
        let placed = dial.layout(in: ProposedViewSize(width: 90, height: 90))
        #expect(placed.frame.size == CGSize(width: 90, height: 90))
        #expect(placed.children.map { $0.frame.midX.rounded() } == [15, 45, 75, 45])
        #expect(placed.children.map { $0.frame.midY.rounded() } == [45, 15, 45, 75])
    }

    @Test func `switches layouts and keeps the views`() {
        func dial(isCompact: Bool) -> some View {
            let layout = isCompact ? AnyLayout(RadialLayout()) : AnyLayout(HStackLayout(spacing: 4))
            return layout {
                Box(width: 10, height: 10)
                Box(width: 10, height: 10)
            }
        }
        #expect(dial(isCompact: false).layout().frame.size == CGSize(width: 24, height: 10))
        #expect(dial(isCompact: true).layout(in: .infinity).children.count == 2)
    }

    @Test func `sets views in lines on common baselines`() {
        let text = ParagraphLayout {
            Box(width: 40, height: 20).alignmentGuide(.firstTextBaseline) { _ in 15 }
            Box(width: 30, height: 10).alignmentGuide(.firstTextBaseline) { _ in 8 }
            Box(width: 40, height: 10)
            Box(width: 10, height: 10).startsParagraph()
        }
        let placed = text.layout(in: ProposedViewSize(width: 100, height: nil))
        #expect(placed.frame.size == CGSize(width: 78, height: 40))
        #expect(
            placed.children.map(\.frame.origin) == [
                CGPoint(x: 0, y: 0), CGPoint(x: 48, y: 7), CGPoint(x: 0, y: 20), CGPoint(x: 0, y: 30),
            ])
        let row = HStack(alignment: .firstTextBaseline, spacing: 0) {
            Box(width: 10, height: 20)
            text
        }
        #expect(row.layout(in: ProposedViewSize(width: 110, height: nil)).children[1].frame.minY == 5)
    }

    @Test func `lays out a board and keeps an index of one`() {
        let flow = FlowLayout(spacing: 8) {
            Box(width: 40, height: 20)
            Box(width: 30, height: 20)
            Box(width: 60, height: 20)
        }
        let placed = flow.layout(in: ProposedViewSize(width: 100, height: nil))
        print(placed.debugDescription)
        #expect(placed.frame.size == CGSize(width: 78, height: 48))

        let sizes = (0..<100_000).map { CGSize(width: 20 + $0 % 100, height: 20) }
        var index = FlowIndex(sizes, layout: FlowLayout(), containerLength: 600)
        index[40_000] = CGSize(width: 80, height: 20)
        let visible = index.frames(in: CGRect(x: 0, y: 9_000, width: 600, height: 400))
        #expect(!visible.isEmpty)
    }

    @Test func `turns points as CoreGraphics does`() {
        let turn = CGAffineTransform(rotationAngle: .pi / 2)
        let shift = CGAffineTransform(translationX: 3, y: 4)
        let point = CGPoint(x: 1, y: 0).applying(turn.concatenating(shift))
        #expect(abs(point.x - 3) < 1e-12 && abs(point.y - 5) < 1e-12)
        #expect(CGPoint(x: 2, y: 3).applying(.init(scaleX: 2, y: 3)) == CGPoint(x: 4, y: 9))
        #expect(CGPoint(x: 2, y: 3).applying(.identity) == CGPoint(x: 2, y: 3))
        #expect(Angle.degrees(180) == Angle.radians(.pi))
        #expect((Angle.degrees(90) + .degrees(45) * 2 - .zero).degrees == 180)
        #expect(Angle.degrees(90) / 2 < Angle.degrees(90))
    }
}

extension DocumentedTarget { static let flowEngine = DocumentedTarget("FlowEngine") }
