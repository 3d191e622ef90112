internal import CPango
internal import Foundation
internal import TextMeasurement

extension CairoCanvas {
    /// The path that is drawn next, as path data of SVG.
    ///
    /// - Complexity: Linear in its points.
    func pathData() -> String {
        guard let path = unsafe library.cairo.copy_path(context) else { return "" }
        defer { unsafe library.cairo.path_destroy(path) }
        var text = ""
        var index = 0
        let count = Int(unsafe path.pointee.num_data)
        // Each element is a header, which says how many entries the element has with its points, and the points.
        while index < count {
            let header = unsafe path.pointee.data[index].header
            let length = max(1, Int(header.length))
            text += Self.command(header.type)
            let points = (index + 1)..<min(index + length, count)
            text += points.map { unsafe Self.text(of: path.pointee.data[$0]) }
                .joined(separator: " ")
            index += length
        }
        return text
    }

    /// The command of SVG for a kind of element: `CAIRO_PATH_MOVE_TO`, `LINE_TO`, `CURVE_TO`, `CLOSE_PATH`.
    private static func command(_ type: UInt32) -> String {
        switch type {
        case 0: "M"
        case 1: "L"
        case 2: "C"
        default: "Z"
        }
    }

    private static func text(of entry: cairo_path_data_t) -> String {
        let point = unsafe entry.point
        return "\(SVGNumber(point.x)) \(SVGNumber(point.y))"
    }
}
