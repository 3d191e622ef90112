// Foundation has no such type where there is no CoreGraphics. Layouts that turn points use it, so it is
// given here as far as they do.
#if !canImport(CoreGraphics)
public import Foundation

/// A map of points that keeps lines straight: x′ = ax + cy + tx, y′ = bx + dy + ty.
public struct CGAffineTransform: Hashable, Sendable {
    /// What x contributes to x′.
    public var a: CGFloat
    /// What x contributes to y′.
    public var b: CGFloat
    /// What y contributes to x′.
    public var c: CGFloat
    /// What y contributes to y′.
    public var d: CGFloat
    /// What is added to x′.
    public var tx: CGFloat
    /// What is added to y′.
    public var ty: CGFloat

    /// Makes a map from its six numbers.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Makes a turn around (0, 0) by an angle in radians, clockwise where y grows downwards.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (CGFloat(sin(angle.native)), CGFloat(cos(angle.native)))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Makes a shift.
    public init(translationX tx: CGFloat, y ty: CGFloat) {
        self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty)
    }

    /// Makes a magnification from (0, 0).
    public init(scaleX sx: CGFloat, y sy: CGFloat) {
        self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0)
    }

    /// The map of each point to itself.
    public static let identity = CGAffineTransform(translationX: 0, y: 0)

    /// Returns the map that does what this one does, and then what another does.
    public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
        let origin = CGPoint(x: tx, y: ty).applying(next)
        return CGAffineTransform(
            a: a * next.a + b * next.c,
            b: a * next.b + b * next.d,
            c: c * next.a + d * next.c,
            d: c * next.b + d * next.d,
            tx: origin.x,
            ty: origin.y
        )
    }
}

extension CGPoint {
    /// Returns the point to which a map takes the point.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx,
            y: transform.b * x + transform.d * y + transform.ty
        )
    }
}
#endif
