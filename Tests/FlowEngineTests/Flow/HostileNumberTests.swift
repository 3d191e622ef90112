import Foundation
import Testing

@testable import FlowEngine

@Suite struct `Hostile numbers` {
    static let values: [CGFloat] = [
        .nan, .infinity, -.infinity, -1, -0.0, 0, 1e-308, .leastNonzeroMagnitude, 1, 1e308, .greatestFiniteMagnitude,
    ]

    func expectDefined(_ arrangement: FlowArrangement, _ message: String) {
        for frame in arrangement.frames + arrangement.separators + arrangement.lineSeparators {
            let numbers = [frame.minX, frame.minY, frame.size.width, frame.size.height]
            guard numbers.allSatisfy(\.isFinite), frame.size.width >= 0, frame.size.height >= 0 else {
                Issue.record("\(frame): \(message)")
                return
            }
        }
        #expect(arrangement.size.width.isFinite && arrangement.size.height.isFinite, "\(message)")
    }

    @Test(arguments: FlowLineBreaking.allCases, [false, true]) func `in a flow give finite frames`(
        _ breaking: FlowLineBreaking, _ justified: Bool
    ) {
        let items = Self.values.flatMap { width in Self.values.map { CGSize(width: width, height: $0) } }
        for spacing in Self.values {
            for width in Self.values.map(Optional.some) + [nil] {
                for alignment in [FlowAlignment.trailing, .spaceAround] {
                    let flow = FlowLayout(
                        alignment: alignment, contentAlignment: alignment, spacing: spacing, lineSpacing: spacing,
                        lineBreaking: breaking, justified: justified, verticalDirection: .up)
                    let proposal = ProposedViewSize(width: width, height: width)
                    let message = "\(spacing), \(String(describing: width)), \(alignment)"
                    let items = Array(items.prefix(30) + items.suffix(12))
                    let arrangement = flow.arrange(items, proposal: proposal, layoutDirection: .rightToLeft)
                    expectDefined(arrangement, message)
                    let bounds = CGSize(width: width ?? 7, height: spacing)
                    expectDefined(flow.arrange(items, proposal: proposal, bounds: bounds), message)
                }
            }
        }
    }

    @Test func `in every item value give finite frames`() {
        let items = Self.values.map { value in
            FlowItem(
                size: CGSize(width: value, height: 10), flexibility: .fill, maximumLength: value,
                firstTextBaseline: value, lastTextBaseline: value, spacing: ViewSpacing(value))
        }
        for alignment in FlowLineAlignment.allCases {
            let flow = FlowLayout(lineAlignment: alignment, spacing: nil, lineSpacing: nil, justified: true)
            for width in Self.values {
                expectDefined(flow.arrange(items, proposal: wide(width.native)), "\(alignment), \(width)")
            }
        }
    }

    @Test(arguments: FlowLineBreaking.allCases) func `in separators, weights and numbers of lines give finite frames`(
        _ breaking: FlowLineBreaking
    ) {
        for value in Self.values {
            let items = Self.values.map { width in
                FlowItem(size: CGSize(width: width, height: value), maximumLength: value, weight: Double(width))
            }
            for width in Self.values.map(Optional.some) + [nil] {
                for count in [Int.min, 0, 4, .max] {
                    let flow = FlowLayout(
                        alignment: .spaceAround, lineAlignment: .stretch,
                        separator: CGSize(width: value, height: value),
                        lineSeparator: CGSize(width: value, height: value), lineBreaking: breaking,
                        maxItemsPerLine: count, minLines: count, justified: count == 4)
                    let proposal = ProposedViewSize(width: width, height: width)
                    let message = "\(value), \(String(describing: width)), \(count)"
                    expectDefined(flow.arrange(items, proposal: proposal), message)
                    let bounds = CGSize(width: value, height: width ?? 7)
                    expectDefined(flow.arrange(items, proposal: proposal, bounds: bounds), message)
                    let sizes = items.map(\.size)
                    var index = FlowIndex(sizes, layout: flow, containerLength: width ?? 7)
                    index.containerLength = value
                    let all = CGRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
                    for frame in index.separators(in: all) + index.lineSeparators(in: all) {
                        #expect(frame.minX.isFinite && frame.minY.isFinite, "\(message)")
                    }
                }
            }
        }
    }

    @Test func `in many equal items on a minimum of lines don't take long`() {
        let items = (0..<20_000).map { _ in CGSize(width: 10, height: 10) }
        for minLines in [2, 6_667, 13_000, 19_999] {
            let flow = FlowLayout(lineBreaking: .balanced, minLines: minLines)
            #expect(flow.arrange(items).lines.count == minLines)
        }
    }

    @Test func `in every other layout trap nowhere`() {
        let nodes = Self.values.map { value in
            Box(width: value, height: value).layoutPriority(value.native).padding(value).offset(x: value, y: value)
                .frame(minWidth: value, maxWidth: 5)
        }
        for value in Self.values {
            let proposals = [ProposedViewSize(width: value, height: value), ProposedViewSize.unspecified]
            for proposal in proposals {
                let layouts = [
                    AnyLayout(HStackLayout(spacing: value)), AnyLayout(VStackLayout(spacing: value)),
                    AnyLayout(ZStackLayout()), AnyLayout(GridLayout(horizontalSpacing: value, verticalSpacing: value)),
                    AnyLayout(WaterfallLayout(columns: .minimumWidth(value), spacing: value)),
                    AnyLayout(WaterfallLayout(columns: Int.min, spacing: value)),
                    AnyLayout(WaterfallLayout(columns: 3, spacing: value, tolerance: value)),
                    AnyLayout(CircularLayout(radius: value, startAngle: value.native)), AnyLayout(CircularLayout()),
                    AnyLayout(FlowLayout(spacing: value)), AnyLayout(AdaptiveLayout()),
                ]
                for layout in layouts {
                    let placed = layout { ForEach(nodes) { $0 } }.layout(in: proposal)
                    #expect(placed.children.count == nodes.count)
                }
            }
        }
    }

    @Test func `like a million items are laid out`() {
        let items = (0..<1_000_000).map { CGSize(width: $0 % 90, height: 20) }
        let greedy = FlowLayout().arrange(items, proposal: wide(600))
        #expect(greedy.frames.count == 1_000_000)
        #expect(greedy.lines.last?.items.upperBound == 1_000_000)
        let even = FlowLayout(lineBreaking: .balanced).arrange(items, proposal: wide(600))
        #expect(even.lines.count == greedy.lines.count)
        let index = FlowIndex(items, layout: FlowLayout(), containerLength: 600)
        #expect(index.depth == greedy.size.height)
        #expect(index.frame(at: 999_999) == greedy.frames.last)
    }

    @Test func `like a few very long balanced lines do not take forever`() {
        // Half of all pairs of places could be the ends of the second line.
        let items = boxes(30_000, 1, 1)
        let lines = FlowLayout(spacing: 0, lineBreaking: .balanced).arrange(items, proposal: wide(12_000)).lines
        #expect(lines.map(\.length) == [10_000, 10_000, 10_000])
    }

    @Test func `in maxLines hide everything or nothing`() {
        #expect(FlowLayout(maxLines: .min).arrange(boxes(9, 1, 1)).hidden == 9)
        #expect(FlowLayout(maxLines: .max).arrange(boxes(9, 1, 1)).hidden == 0)
    }
}
