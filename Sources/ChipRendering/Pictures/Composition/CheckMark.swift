internal import Foundation

/// The check mark: a line through three points.
enum CheckMark {
    /// The points in a square of side 1.
    static let unitPoints = [
        CGPoint(x: 0.10, y: 0.54), CGPoint(x: 0.39, y: 0.82), CGPoint(x: 0.92, y: 0.20),
    ]

    /// The width of the line in a square of side 1; its ends are round.
    static let unitLineWidth = 0.17

    static func points(in frame: CGRect) -> [CGPoint] {
        unitPoints.map {
            CGPoint(x: frame.minX + $0.x * frame.width, y: frame.minY + $0.y * frame.height)
        }
    }

    static func lineWidth(in frame: CGRect) -> Double {
        unitLineWidth * min(frame.width, frame.height)
    }
}
