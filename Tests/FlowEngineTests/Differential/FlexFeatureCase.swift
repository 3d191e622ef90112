import Foundation
import Testing

@testable import FlowEngine

/// A flex container with items that grow, are stretched or are balanced, and the frames that the browser gave them.
///
/// The script `Tests/Scripts/make_flex_fixtures.py` explains the fields.
struct FlexFeatureCase: Decodable {
    let axis: String
    let alignment: FlowAlignment
    let lineAlignment: FlowLineAlignment
    let contentAlignment: FlowAlignment
    let spacing: Double
    let lineSpacing: Double
    let lineBreaking: FlowLineBreaking
    let minLines: Int
    let layoutDirection: LayoutDirection
    let length: Double?
    let depth: Double?
    let items: [Item]
    let frames: [[Double]]

    struct Item: Decodable {
        let size: [Double]
        let weight: Double?
        let maximum: Double?
        let lineAlignment: FlowLineAlignment?
    }

    var isHorizontal: Bool { axis == "horizontal" }

    var layout: FlowLayout {
        FlowLayout(
            axis: isHorizontal ? .horizontal : .vertical, alignment: alignment, lineAlignment: lineAlignment,
            contentAlignment: contentAlignment, spacing: spacing, lineSpacing: lineSpacing, lineBreaking: lineBreaking,
            minLines: minLines)
    }

    /// The arrangement of the same items in the same container.
    var arrangement: FlowArrangement {
        let items = items.map { item in
            FlowItem(
                size: CGSize(width: item.size[0], height: item.size[1]), lineAlignment: item.lineAlignment,
                maximumLength: item.maximum ?? .infinity, weight: item.weight ?? 0)
        }
        let along = length.map { CGFloat($0) }
        let proposal =
            isHorizontal ? ProposedViewSize(width: along, height: nil) : ProposedViewSize(width: nil, height: along)
        func arrange(_ bounds: CGSize?) -> FlowArrangement {
            layout.arrange(items, proposal: proposal, bounds: bounds, layoutDirection: layoutDirection)
        }
        let size = arrange(nil).size
        let across = depth.map { CGFloat($0) }
        return arrange(
            isHorizontal
                ? CGSize(width: along ?? size.width, height: across ?? size.height)
                : CGSize(width: across ?? size.width, height: along ?? size.height))
    }

    /// A description of the first difference from the browser of more than 0.02, or nil.
    var difference: String? {
        let found = arrangement.frames
        guard found.count == frames.count else { return "\(found.count) frames" }
        for (index, (ours, theirs)) in zip(found, frames).enumerated() {
            let numbers = [ours.minX, ours.minY, ours.width, ours.height]
            let distance = zip(numbers, theirs).map { abs($0 - $1) }.max() ?? 0
            guard distance <= 0.02 else { return "item \(index) at \(ours) instead of \(theirs)" }
        }
        return nil
    }
}

@Suite struct `The browser agrees with the flow` {
    func cases(_ feature: String) throws -> [FlexFeatureCase] {
        let (browser, cases) = try Fixtures.lines("chromium-\(feature).ndjson", as: FlexFeatureCase.self)
        #expect(browser.contains("Chromium"))
        #expect(cases.count >= 500)
        #expect(cases.count { !$0.isHorizontal } > 100)
        #expect(cases.count { $0.layoutDirection == .rightToLeft } > 100)
        for (index, one) in cases.enumerated() {
            let difference = one.difference
            #expect(difference == nil, "\(feature), line \(index + 2): \(difference ?? "")")
        }
        return cases
    }

    @Test func `on growth by weight`() throws {
        let cases = try cases("growth")
        #expect(cases.count { $0.items.contains { ($0.maximum ?? .infinity) < 1_000 } } > 300)
        let weights = cases.map { $0.items.reduce(0) { $0 + ($1.weight ?? 0) } }
        #expect(weights.count { $0 > 0 && $0 < 1 } > 100)
        #expect(cases.count { one in zip(one.items, one.frames).contains { isGrown($0, $1) } } > 300)
    }

    private func isGrown(_ item: FlexFeatureCase.Item, _ frame: [Double]) -> Bool {
        frame[2] > item.size[0] + 0.02 || frame[3] > item.size[1] + 0.02
    }

    @Test func `on stretched items`() throws {
        let cases = try cases("stretch")
        #expect(cases.count { $0.lineAlignment == .stretch } > 300)
        #expect(cases.count { $0.items.contains { $0.lineAlignment == .stretch } } > 300)
        #expect(cases.count { one in zip(one.items, one.frames).contains { isGrown($0, $1) } } > 300)
    }

    @Test func `on balanced lines with a minimum number`() throws {
        let cases = try cases("balance")
        #expect(cases.allSatisfy { $0.lineBreaking == .balanced })
        #expect(cases.count { $0.minLines > 1 && $0.items.count > $0.minLines } > 200)
        #expect(cases.count { $0.length == nil } > 20)
    }
}
