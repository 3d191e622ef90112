import FlowEngine
import Foundation

/// The chips that every measurement lays out; `taffy.py` makes the same.
enum Chips {
    static let width: CGFloat = 600
    static let proposal = ProposedViewSize(width: width, height: nil)

    /// Returns the sizes of so many chips: 20 to 120 wide in no order that repeats, 20 high.
    static func sizes(_ count: Int) -> [CGSize] {
        var state: UInt64 = 42
        return (0..<count)
            .map { _ in
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                return CGSize(width: Double(20 + (state >> 33) % 101), height: 20)
            }
    }
}
