import Foundation

@testable import FlowEngine

/// A flow of the documentation, drawn with a letter for each item and a cell for each point.
struct FlowPicture {
    /// The code of the flow, as it is written in the tests.
    let code: String
    let flow: FlowLayout
    var items = FlowPicture.words
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
        var cells = Array(repeating: Array(repeating: Character(" "), count: width), count: rows)
        for (index, frame) in arrangement.frames.enumerated() {
            let letter = Character(UnicodeScalar(UInt8(ascii: "a") + UInt8(index)))
            fill(frame, with: letter, in: &cells)
        }
        if let overflow = arrangement.overflow { fill(overflow, with: "+", in: &cells) }
        return cells.map { "|" + String($0) + "|" }.joined(separator: "\n")
    }

    private func arranged(_ proposal: ProposedViewSize, _ bounds: CGSize?) -> FlowArrangement {
        flow.arrange(
            items,
            proposal: proposal,
            bounds: bounds,
            layoutDirection: direction,
            overflow: flow.maxLines.map { _ in { _ in CGSize(width: 3, height: 1) } }
        )
    }

    private func fill(_ frame: CGRect, with letter: Character, in cells: inout [[Character]]) {
        for row in Int(frame.minY.rounded())..<Int(frame.maxY.rounded()) {
            for column in Int(frame.minX.rounded())..<Int(frame.maxX.rounded())
            where cells.indices.contains(row) && cells[row].indices.contains(column) {
                cells[row][column] = letter
            }
        }
    }
}
