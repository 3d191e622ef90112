/// A key under which a subview carries a value that its container reads.
public protocol LayoutValueKey {
    /// The type of the value.
    associatedtype Value
    /// The value of a subview that carries none.
    static var defaultValue: Value { get }
}
