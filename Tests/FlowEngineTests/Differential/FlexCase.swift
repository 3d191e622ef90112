import Foundation
import Testing

@testable import FlowEngine

/// A flex container and the frames that something else than FlowEngine gave it.
///
/// The scripts in `Tests/Fixtures/FlowEngine` explain the fields.
struct FlexCase: Decodable {
    let axis: String
    let alignment: FlowAlignment
    let lineAlignment: FlowLineAlignment
    let contentAlignment: FlowAlignment
    let spacing: Double
    let lineSpacing: Double
    let lineBreaking: FlowLineBreaking
    let layoutDirection: LayoutDirection
    let verticalDirection: VerticalDirection
    let length: Double
    let depth: Double?
    let items: [[Double]]
    let frames: [[Double]]
    let size: Double
    let differs: String?

    var isHorizontal: Bool { axis == "horizontal" }

    var layout: FlowLayout {
        FlowLayout(
            axis: isHorizontal ? .horizontal : .vertical, alignment: alignment, lineAlignment: lineAlignment,
            contentAlignment: contentAlignment, spacing: spacing, lineSpacing: lineSpacing, lineBreaking: lineBreaking,
            verticalDirection: verticalDirection)
    }

    /// The arrangement of the same items in the same container.
    var arrangement: FlowArrangement {
        let proposal =
            isHorizontal ? ProposedViewSize(width: length, height: nil) : ProposedViewSize(width: nil, height: length)
        let answered = arrange(proposal, nil).size
        let across = depth ?? Double(isHorizontal ? answered.height : answered.width)
        let bounds = isHorizontal ? CGSize(width: length, height: across) : CGSize(width: across, height: length)
        return arrange(proposal, bounds)
    }

    private func arrange(_ proposal: ProposedViewSize, _ bounds: CGSize?) -> FlowArrangement {
        let sizes = items.map { CGSize(width: $0[0], height: $0[1]) }
        guard items.contains(where: { $0.count > 2 }) else {
            return layout.arrange(sizes, proposal: proposal, bounds: bounds, layoutDirection: layoutDirection)
        }
        let flowItems = zip(items, sizes)
            .map { item, size in FlowItem(size: size, firstTextBaseline: item.count > 2 ? item[2] : nil) }
        return layout.arrange(flowItems, proposal: proposal, bounds: bounds, layoutDirection: layoutDirection)
    }

    /// A description of the first difference from the other side of more than 0.02, or nil.
    var difference: String? {
        let arrangement = arrangement
        guard arrangement.frames.count == frames.count else {
            return "\(arrangement.frames.count) frames instead of \(frames.count)"
        }
        for (index, (ours, theirs)) in zip(arrangement.frames, frames).enumerated() {
            let distance = max(abs(ours.minX - theirs[0]), abs(ours.minY - theirs[1]))
            guard distance <= 0.02 else { return "item \(index) at \(ours.origin) instead of \(theirs)" }
        }
        let size = arrangement.size
        let across = depth ?? Double(isHorizontal ? size.height : size.width)
        return abs(across - self.size) <= 0.02 ? nil : "depth \(across) instead of \(self.size)"
    }
}

extension FlexCase {
    /// Expects that containers of every kind were asked about, so that a suite is not empty by accident.
    static func expectVariety(of cases: [FlexCase]) {
        #expect(cases.contains { $0.items.isEmpty })
        #expect(cases.contains { $0.items.count >= 1_000 })
        #expect(cases.count { !$0.isHorizontal } > 300)
        #expect(cases.count { $0.verticalDirection == .up } > 200)
        #expect(cases.count { $0.items.contains { $0.contains(0) } } > 300)
        #expect(cases.count { one in one.lengths.contains { $0 > one.length } } > 100)
        #expect(cases.count(where: \.isExactFit) > 50)
        for alignment in FlowAlignment.allCases {
            #expect(cases.count { $0.alignment == alignment } > 100, "\(alignment)")
            #expect(cases.count { $0.contentAlignment == alignment } > 100, "\(alignment)")
        }
    }

    /// The lengths of the items along their lines.
    private var lengths: [Double] { items.map { $0[isHorizontal ? 0 : 1] } }

    /// Whether so many equal items as fit fill a line without a rest.
    private var isExactFit: Bool {
        guard let one = lengths.first, one > 0, lengths.allSatisfy({ $0 == one }) else { return false }
        let fitting = (length + spacing) / (one + spacing)
        return fitting >= 1 && abs(fitting - fitting.rounded()) < 1e-9
    }
}
