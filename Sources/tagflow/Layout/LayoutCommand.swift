import ArgumentParser
import FlowEngine
import Foundation
import TerminalFrontEnd
import TextMeasurement

/// The command `layout [FILE]`.
///
/// A response is printed on one line; here it is wrapped:
///
/// ```
/// $ echo '{"subviews": [{"width": 40, "height": 20}]}' | tagflow layout
/// {"size":{"width":40,"height":20},
///  "frames":[{"x":0,"y":0,"width":40,"height":20}],"lines":1,"hidden":0}
/// ```
struct LayoutCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "layout", abstract: "Lay out boxes: one JSON request per line, one response per line.",
        discussion: """
            Each line of input is a request, a JSON object with the following fields, and gets one \
            line of output. Only subviews is required:

              {"layout": {"type": "flow", "spacing": 8},
               "proposal": {"width": 300, "height": null},
               "bounds": {"width": 300, "height": 200},
               "subviews": [{"width": 40, "height": 20}]}

              {"size": {"width": 300, "height": 20},
               "frames": [{"x": 0, "y": 0, "width": 40, "height": 20}],
               "lines": 1, "hidden": 0}

            Layout types with their fields and defaults; each also takes layoutDirection, \
            leftToRight or rightToLeft:

              flow       axis horizontal or vertical; alignment, contentAlignment leading;
                         lineAlignment top; spacing, lineSpacing 8; separator, lineSeparator
                         null, or {"width": 1, "height": 20}, where null spans the line or the
                         container; lineBreaking greedy; maxItemsPerLine null; minLines 1, for
                         balanced lines; justified false; maxLines null; verticalDirection down
              waterfall  columns 2, or {"minimumWidth": 80}; spacing 8; tolerance 0
              circular   radius null; startAngle 0
              hstack, vstack   alignment center; spacing null
              zstack     alignment center
              grid       alignment center; horizontalSpacing, verticalSpacing null
              vgrid      columns 2, or {"minimumWidth": 80}, or a list of {"fixed": 40},
                         {"flexible": {"minimum": 10, "maximum": 90}} and
                         {"adaptive": {"minimum": 80}}, each with spacing 8 and alignment;
                         alignment center; spacing 8

            A subview has a width and a height, and optionally startsNewLine, lineAlignment, \
            flexibility, weight, maximumLength, firstTextBaseline, lastTextBaseline, \
            layoutPriority, and in a grid row and gridCellColumns. Without bounds, the layout is \
            placed into its size. A flow with separators responds with their frames as separators \
            and lineSeparators. hidden is the number of subviews beyond maxLines. An id, a string or \
            a number, is repeated in the response. An empty or invalid line gets {"error": "…"}, and \
            the exit code is 65.

            Example: tagflow layout requests.ndjson
            """)

    @OptionGroup var global: GlobalOptions
    @Argument(help: ArgumentHelp("The file; none, or '-', is standard input.", valueName: "file")) var file: String?

    var onlyReads: Bool { true }

    func run(in session: Session) throws {
        try session.requireFile(file ?? "-")
        var hasFailed = false
        try StandardInput.forEachLine(of: file ?? "-") { line in
            switch line {
            case .success(let line):
                let response = LayoutJSON.response(to: line)
                if response.isError { hasFailed = true }
                try session.print(PrintableText(json: response.text) + "\n")
            case .failure(let line):
                hasFailed = true
                try session.print(json: ["error": line.message])
            }
            // The requesting program may wait for each response before it sends the next request.
            try session.output.flush()
        }
        if hasFailed { throw CommandError(code: ExitStatus.badData, message: nil) }
    }
}
