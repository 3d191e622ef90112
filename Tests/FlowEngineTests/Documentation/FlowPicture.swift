import Foundation

@testable import FlowEngine

/// A flow of the documentation, drawn with a letter for each item and a cell for each point.
struct FlowPicture {
    /// The code of the flow, as it is written in the tests.
    let code: String
    let flow: FlowLayout
    var items = FlowPicture.words
    /// The weights and maximum lengths of items, by index.
    var growth: [Int: (weight: Double, maximum: CGFloat)] = [:]
    var width = 24
    var height: Int?
    var direction = LayoutDirection.leftToRight

    /// Items of one height.
    static let words = sizes((4, 1), (7, 1), (3, 1), (6, 1), (9, 1), (2, 1), (5, 1))
    /// Items of several heights.
    static let blocks = sizes((4, 1), (6, 3), (5, 2), (8, 2), (3, 1))

    /// Takes the code from the line of a source file that makes the picture.
    init(_ flow: FlowLayout, file: String = #filePath, line: Int = #line) {
        self.flow = flow
        let lines = (try? String(contentsOfFile: file, encoding: .utf8))?
            .split(separator: "\n", omittingEmptySubsequences: false)
        let text = lines.map { $0[line - 1].trimmingCharacters(in: .whitespaces) } ?? ""
        let start = text.range(of: "FlowPicture(")?.upperBound ?? text.startIndex
        code = String(text[start...].prefix { $0 != ")" }) + ")"
    }

    /// Changes the drawn content, not its style.
    func with(_ change: (inout FlowPicture) -> Void) -> FlowPicture {
        var picture = self
        change(&picture)
        return picture
    }

    /// The frames in rows of text, between bars at the container's edges.
    var text: String {
        let proposal =
            flow.axis == .horizontal
            ? wide(Double(width)) : ProposedViewSize(width: nil, height: height.map { CGFloat($0) })
        let answer = arranged(proposal, nil).size
        let rows = height ?? Int(answer.height.rounded())
        let arrangement = arranged(proposal, CGSize(width: width, height: rows))
        var cells = Cells(width: width, height: rows)
        cells.fill(arrangement.frames)
        if let overflow = arrangement.overflow { cells.fill(overflow, with: "+") }
        for separator in arrangement.separators { cells.fill(separator, with: ":") }
        for separator in arrangement.lineSeparators { cells.fill(separator, with: "-") }
        return cells.text
    }

    private func arranged(_ proposal: ProposedViewSize, _ bounds: CGSize?) -> FlowArrangement {
        let measured = items.enumerated()
            .map { index, size in
                FlowItem(
                    size: size, maximumLength: growth[index]?.maximum ?? .infinity, weight: growth[index]?.weight ?? 0)
            }
        return flow.arrange(
            measured, proposal: proposal, bounds: bounds, layoutDirection: direction,
            overflow: flow.maxLines.map { _ in { _ in FlowItem(size: CGSize(width: 3, height: 1), flexibility: .rigid) }
            })
    }
}

/// A picture of frames, with a letter for each and a cell for each point.
struct Cells {
    private var rows: [[Character]]

    init(width: Int, height: Int) {
        let row = Array(repeating: Character(" "), count: width)
        rows = Array(repeating: row, count: height)
    }

    /// The rows between bars.
    var text: String { rows.map { "|" + String($0) + "|" }.joined(separator: "\n") }

    /// Fills frames with the letters from `a`.
    mutating func fill(_ frames: [CGRect]) {
        for (index, frame) in frames.enumerated() {
            fill(frame, with: Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index))))
        }
    }

    /// Fills a frame with a letter.
    mutating func fill(_ frame: CGRect, with letter: Character) {
        for row in Int(frame.minY.rounded())..<Int(frame.maxY.rounded()) {
            for column in Int(frame.minX.rounded())..<Int(frame.maxX.rounded())
            where rows.indices.contains(row) && rows[row].indices.contains(column) { rows[row][column] = letter }
        }
    }
}
