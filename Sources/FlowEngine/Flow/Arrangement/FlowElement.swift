internal import Foundation

/// What the arithmetic of a flow needs to know of an item.
///
/// There are two: `CGSize`, an item that asks nothing of its line, and `FlowItem`. The arithmetic is
/// specialised for each, so that a flow over plain sizes pays for nothing else.
protocol FlowElement: Sendable {
    /// Whether no element of this type asks anything of its line.
    static var isPlain: Bool { get }
    /// The element as an item with every wish spelled out.
    var item: FlowItem { get }
    /// The width as given, in points.
    var width: CGFloat { get }
    /// The height as given, in points.
    var height: CGFloat { get }
}

extension CGSize: FlowElement {
    static var isPlain: Bool { true }
    var item: FlowItem { FlowItem(size: self) }
}

extension FlowItem: FlowElement {
    static var isPlain: Bool { false }
    var item: FlowItem { self }
    var width: CGFloat { size.width }
    var height: CGFloat { size.height }
}
