import Foundation
import Testing

@testable import FlowEngine

extension FlowIndex {
    /// The result of `arrange` for the same sizes in a container of the same length.
    var expectedArrangement: FlowArrangement {
        let isHorizontal = layout.axis == .horizontal
        let length = containerLength
        let proposal =
            isHorizontal ? ProposedViewSize(width: length, height: nil) : ProposedViewSize(width: nil, height: length)
        let answered = layout.arrange(sizes, proposal: proposal, layoutDirection: layoutDirection)
        guard length < .infinity else { return answered }
        let bounds =
            isHorizontal
            ? CGSize(width: length, height: answered.size.height) : CGSize(width: answered.size.width, height: length)
        return layout.arrange(sizes, proposal: proposal, bounds: bounds, layoutDirection: layoutDirection)
    }

    /// Expects the index to contain the given sizes and to equal `arrange` to the bit.
    func expectArranged(_ expected: [CGSize], _ message: String) {
        #expect(self.count == expected.count)
        let arrangement = expectedArrangement
        #expect(size == arrangement.size, "\(message)")
        let far = CGRect(x: -1e300, y: -1e300, width: 2e300, height: 2e300)
        let reachable = arrangement.frames.enumerated().filter { $0.element.touches(far) }
        let frames = frames(in: far)
        #expect(frames.map(\.frame) == reachable.map(\.element), "\(message)")
        #expect(frames.map(\.index) == reachable.map(\.offset), "\(message)")
        expectSeparators(of: arrangement, in: far, message)
        // A part in the middle of the flow, whose edges may be on those of lines and separators.
        let shown = arrangement.frames
        let middle = shown.isEmpty ? .zero : shown[shown.count / 2]
        expectSeparators(of: arrangement, in: middle.insetBy(dx: -30, dy: -12), message)
        let edge = arrangement.lineSeparators.last ?? .zero
        expectSeparators(of: arrangement, in: edge, message)
    }

    /// Expects the separators in a rectangle to equal those of an arrangement to the bit.
    private func expectSeparators(of arrangement: FlowArrangement, in rect: CGRect, _ message: String) {
        let separators = arrangement.separators.filter { $0.touches(rect) }
        #expect(self.separators(in: rect) == separators, "\(message)")
        let lineSeparators = arrangement.lineSeparators.filter { $0.touches(rect) }
        #expect(self.lineSeparators(in: rect) == lineSeparators, "\(message)")
    }
}
