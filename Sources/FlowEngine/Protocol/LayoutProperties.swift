/// Properties of a layout as a container.
public struct LayoutProperties: Equatable, Sendable {
    /// The axis along which the layout stacks its subviews; nil if it does not.
    ///
    /// A spacer is flexible along this axis alone.
    public var stackOrientation: Axis?

    /// Makes the properties of a layout that does not stack.
    public init() {}
}
