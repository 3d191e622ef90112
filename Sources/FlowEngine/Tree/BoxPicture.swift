internal import Foundation

/// The marked nodes of a placed tree, drawn as boxes of text.
struct BoxPicture {
    private var boxes: [Box] = []
    private var cells: [[Character]] = []
    private var legend: [String] = []
    /// The width and the height of a cell, in points.
    private var cell = CGSize(width: 1, height: 1)

    private struct Box {
        let frame: CGRect
        let name: String
        /// The proposal and the size.
        let answer: String
    }

    /// A box in cells.
    private struct Outline {
        let left: Int
        let right: Int
        let top: Int
        let bottom: Int

        var width: Int { right - left + 1 }
    }

    /// The maximum width of the picture in cells; a narrow terminal shows this many.
    private static let maximumWidth = 78
    /// The maximum height of the picture in cells.
    private static let maximumHeight = 60

    init(_ root: PlacedNode) {
        collect(root)
        guard !isEmpty else { return }
        let all = boxes.reduce(CGRect.null) { $0.union($1.frame) }
        cell = Self.cellSize(for: all.size)
        let size = CGSize(width: all.width / cell.width, height: all.height / cell.height)
        let rows = wholeNumber(size.height.rounded(.up).native, below: Self.maximumHeight + 1)
        let columns = wholeNumber(size.width.rounded(.up).native, below: Self.maximumWidth + 1)
        cells = Array(repeating: Array(repeating: " ", count: max(columns, 2)), count: max(rows, 2))
        for box in boxes { draw(box, at: all.origin) }
    }

    /// Whether nothing is marked.
    var isEmpty: Bool { boxes.isEmpty }

    /// The picture with its legend, without spaces at the ends of lines.
    var text: String {
        let rows = cells.map { row -> String in
            let end = row.lastIndex { $0 != " " } ?? -1
            return String(row.prefix(end + 1))
        }
        return (rows + legend).joined(separator: "\n")
    }

    private mutating func collect(_ node: PlacedNode) {
        let numbers = [node.frame.minX, node.frame.minY, node.frame.width, node.frame.height]
        let isDrawable = numbers.allSatisfy(\.isFinite)
        if node.debugging?.isMarked == true, !node.isHidden, isDrawable {
            let identity = node.id.map { " #\($0)" } ?? ""
            let proposal = PlacedNode.text(node.proposal)
            let size = PlacedNode.text(node.frame.size)
            boxes.append(Box(frame: node.frame, name: "\(node.name)\(identity)", answer: "\(proposal) → \(size)"))
        }
        for child in node.children { collect(child) }
    }

    /// Returns the cell size at which a picture of a given size fits; cells larger than a point are twice as high as
    /// wide.
    private static func cellSize(for size: CGSize) -> CGSize {
        let columns = (size.width / CGFloat(maximumWidth)).rounded(.up)
        let rows = (size.height / CGFloat(maximumHeight)).rounded(.up)
        guard columns > 1 || rows > 1 else { return CGSize(width: 1, height: 1) }
        let width = max(columns, (rows / 2).rounded(.up))
        return CGSize(width: width, height: width * 2)
    }

    private mutating func draw(_ box: Box, at origin: CGPoint) {
        let outline = Outline(
            left: place(box.frame.minX - origin.x, cell.width, cells[0].count - 2),
            right: place(box.frame.maxX - origin.x - cell.width, cell.width, cells[0].count - 1),
            top: place(box.frame.minY - origin.y, cell.height, cells.count - 2),
            bottom: place(box.frame.maxY - origin.y - cell.height, cell.height, cells.count - 1))
        draw(
            Outline(
                left: outline.left, right: max(outline.right, outline.left + 1), top: outline.top,
                bottom: max(outline.bottom, outline.top + 1)), box)
    }

    /// Returns the cell of a distance from the edge of the picture.
    private func place(_ distance: CGFloat, _ cell: CGFloat, _ last: Int) -> Int {
        wholeNumber((distance / cell).rounded().native, below: last + 1)
    }

    private mutating func draw(_ outline: Outline, _ box: Box) {
        for column in outline.left...outline.right {
            cells[outline.top][column] = "─"
            cells[outline.bottom][column] = "─"
        }
        for row in outline.top...outline.bottom {
            cells[row][outline.left] = "│"
            cells[row][outline.right] = "│"
        }
        cells[outline.top][outline.left] = "┌"
        cells[outline.top][outline.right] = "┐"
        cells[outline.bottom][outline.left] = "└"
        cells[outline.bottom][outline.right] = "┘"
        label(outline, box)
    }

    /// Writes a box's name on its upper edge and its details below, or a number if it is too small.
    private mutating func label(_ outline: Outline, _ box: Box) {
        let room = outline.width - 4
        let whole = "\(box.name) \(box.answer)"
        if whole.count <= room {
            write(" \(whole) ", outline.top, outline)
        } else if box.name.count <= room, box.answer.count <= room, outline.bottom > outline.top + 1 {
            write(" \(box.name) ", outline.top, outline)
            write(" \(box.answer)", outline.top + 1, outline)
        } else {
            legend.append("\(legend.count + 1) \(whole)")
            write("\(legend.count)", outline.top, outline)
        }
    }

    /// Writes a text inside a box.
    private mutating func write(_ text: String, _ row: Int, _ outline: Outline) {
        for (offset, character) in text.prefix(outline.width - 2).enumerated() {
            cells[row][outline.left + 1 + offset] = character
        }
    }
}
