// Foundation lacks this type on platforms without CoreGraphics. The part that layouts need is defined here, to rotate
// points.
#if !canImport(CoreGraphics)
public import Foundation

/// An affine map of points: x′ = ax + cy + tx, y′ = bx + dy + ty.
public struct CGAffineTransform: Hashable, Sendable {
    /// The factor of x in x′.
    public var a: CGFloat
    /// The factor of x in y′.
    public var b: CGFloat
    /// The factor of y in x′.
    public var c: CGFloat
    /// The factor of y in y′.
    public var d: CGFloat
    /// The horizontal translation.
    public var tx: CGFloat
    /// The vertical translation.
    public var ty: CGFloat

    /// Creates a map from its six coefficients.
    public init(a: CGFloat, b: CGFloat, c: CGFloat, d: CGFloat, tx: CGFloat, ty: CGFloat) {
        (self.a, self.b, self.c, self.d, self.tx, self.ty) = (a, b, c, d, tx, ty)
    }

    /// Creates a rotation around (0, 0) by an angle in radians, clockwise if y grows downwards.
    public init(rotationAngle angle: CGFloat) {
        let (sine, cosine) = (CGFloat(sin(angle.native)), CGFloat(cos(angle.native)))
        self.init(a: cosine, b: sine, c: -sine, d: cosine, tx: 0, ty: 0)
    }

    /// Creates a translation.
    public init(translationX tx: CGFloat, y ty: CGFloat) { self.init(a: 1, b: 0, c: 0, d: 1, tx: tx, ty: ty) }

    /// Creates a scaling from (0, 0).
    public init(scaleX sx: CGFloat, y sy: CGFloat) { self.init(a: sx, b: 0, c: 0, d: sy, tx: 0, ty: 0) }

    /// The identity map.
    public static let identity = CGAffineTransform(translationX: 0, y: 0)

    /// Returns the map that applies this one and then another.
    public func concatenating(_ next: CGAffineTransform) -> CGAffineTransform {
        let origin = CGPoint(x: tx, y: ty).applying(next)
        return CGAffineTransform(
            a: a * next.a + b * next.c, b: a * next.b + b * next.d, c: c * next.a + d * next.c,
            d: c * next.b + d * next.d, tx: origin.x, ty: origin.y)
    }
}

extension CGPoint {
    /// Returns the point transformed by a map.
    public func applying(_ transform: CGAffineTransform) -> CGPoint {
        CGPoint(
            x: transform.a * x + transform.c * y + transform.tx, y: transform.b * x + transform.d * y + transform.ty)
    }
}
#endif
