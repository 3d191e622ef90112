import Foundation
import Testing

@testable import FlowEngine

@Suite struct `A layout request` {
    func answer(_ line: String) -> String { LayoutJSON.response(to: line).text }

    @Test func `of a flow is answered with size, frames, lines and hidden`() {
        let question = """
            {"layout": {"type": "flow", "axis": "horizontal", "alignment": "leading", "lineAlignment": "top", \
            "contentAlignment": "leading", "spacing": 8, "lineSpacing": 8, "layoutDirection": "leftToRight", \
            "verticalDirection": "down", "lineBreaking": "greedy", "justified": false, "maxLines": null}, \
            "proposal": {"width": 300, "height": null}, "bounds": {"width": 300, "height": 200}, \
            "subviews": [{"width": 40, "height": 20}, {"width": 40.5, "height": 20, "startsNewLine": true}]}
            """
        #expect(
            LayoutJSON.response(to: question)
                == .init(
                    text: """
                        {"size":{"width":40.5,"height":48},"frames":[{"x":0,"y":0,"width":40,"height":20},\
                        {"x":0,"y":28,"width":40.5,"height":20}],"lines":2,"hidden":0}
                        """, isError: false))
    }

    @Test func `needs subviews and nothing else`() {
        #expect(
            answer(#"{"subviews": [{"width": 1, "height": 2}]}"#)
                == #"{"size":{"width":1,"height":2},"frames":[{"x":0,"y":0,"width":1,"height":2}],"lines":1,"hidden":0}"#
        )
        #expect(answer(#"{"subviews": []}"#) == #"{"size":{"width":0,"height":0},"frames":[],"lines":0,"hidden":0}"#)
    }

    @Test func `is placed into its bounds`() {
        let line = #"{"layout": {"alignment": "trailing", "layoutDirection": "rightToLeft"}, "#
        let frames = answer(line + #""bounds": {"width": 50, "height": 9}, "subviews": [{"width": 10, "height": 9}]}"#)
        #expect(frames.contains(#""frames":[{"x":0,"y":0,"width":10,"height":9}]"#))
        let up = answer(
            #"{"layout": {"verticalDirection": "up"}, "bounds": {"height": 50}, "#
                + #""subviews": [{"width": 10, "height": 9}]}"#)
        #expect(up.contains(#"{"x":0,"y":41,"width":10,"height":9}"#))
    }

    @Test func `hides items past maxLines`() {
        let many = Array(repeating: #"{"width": 10, "height": 5}"#, count: 5).joined(separator: ",")
        let text = answer(
            #"{"layout": {"maxLines": 1, "spacing": 0}, "proposal": {"width": 25}, "subviews": ["# + many + "]}")
        #expect(text.hasSuffix(#""lines":1,"hidden":3}"#))
    }

    @Test(arguments: [
        ("hstack", #""spacing": 2"#, #"[{"x":0,"y":5,"width":10,"height":10},{"x":12,"y":0,"width":20,"height":20}]"#),
        (
            "vstack", #""spacing": 2, "alignment": "trailing""#,
            #"[{"x":10,"y":0,"width":10,"height":10},{"x":0,"y":12,"width":20,"height":20}]"#
        ),
        (
            "zstack", #""alignment": "topLeading""#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":0,"y":0,"width":20,"height":20}]"#
        ),
        (
            "waterfall", #""columns": 1, "spacing": 1"#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":0,"y":11,"width":20,"height":20}]"#
        ),
        (
            "waterfall", #""columns": {"minimumWidth": 5}, "spacing": 1"#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":21,"y":0,"width":20,"height":20}]"#
        ),
        ("circular", #""radius": 0"#, #"[{"x":5,"y":5,"width":10,"height":10},{"x":0,"y":0,"width":20,"height":20}]"#),
        (
            "vgrid", #""columns": [{"fixed": 20, "spacing": 1}, {"adaptive": {"minimum": 24}}]"#,
            #"[{"x":5,"y":5,"width":10,"height":10},{"x":23,"y":0,"width":20,"height":20}]"#
        ),
        (
            "vgrid", #""columns": 1, "spacing": 1, "alignment": "leading""#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":0,"y":11,"width":20,"height":20}]"#
        ),
        (
            "vgrid", #""columns": {"minimumWidth": 5}, "alignment": "leading""#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":0,"y":18,"width":20,"height":20}]"#
        ),
        (
            "grid", #""verticalSpacing": 3, "alignment": "topLeading""#,
            #"[{"x":0,"y":0,"width":10,"height":10},{"x":0,"y":13,"width":20,"height":20}]"#
        ),
    ]) func `of every other layout is answered too`(_ type: String, _ fields: String, _ frames: String) {
        let text = answer(
            """
            {"layout": {"type": "\(type)", \(fields)}, \
            "subviews": [{"width": 10, "height": 10}, {"width": 20, "height": 20}]}
            """)
        #expect(text.contains("\"frames\":\(frames)"), "\(text)")
    }

    @Test func `of a grid names the rows of its cells`() {
        let text = answer(
            """
            {"layout": {"type": "grid", "horizontalSpacing": 1, "verticalSpacing": 1, "alignment": "topLeading"}, \
            "subviews": [{"width": 10, "height": 5, "row": 0}, {"width": 10, "height": 5, "row": 0}, \
            {"width": 30, "height": 5, "row": 1, "gridCellColumns": 2}]}
            """)
        #expect(text.contains(#"{"x":15.5,"y":0,"width":10,"height":5},{"x":0,"y":6,"#), "\(text)")
    }

    @Test(arguments: [
        (#""one\"\u001b""#, #""one\"\u001b""#), ("7", "7"),
        ("123456789012345678901234567890", "123456789012345678901234567890"), ("1.50", "1.50"),
    ]) func `has its id repeated`(id: String, expected: String) {
        let text = answer(#"{"id": \#(id), "subviews": []}"#)
        #expect(text.hasSuffix(#""lines":0,"hidden":0,"id":\#(expected)}"#), "\(text)")
        let error = answer(#"{"subviews": [{}], "id" : \#(id)}"#)
        #expect(error.hasSuffix(#"missing field 'subviews[0].width'","id":\#(expected)}"#), "\(error)")
        #expect(!answer(#"{"id": null, "subviews": []}"#).contains("id\":"))
    }

    @Test(arguments: [
        (
            #"{"subview": [], "subviews": []}"#,
            #"unknown field 'subview'; expected layout, proposal, bounds, subviews, id"#
        ),
        (
            #"{"proposal": {"widht": 3}, "subviews": []}"#,
            #"unknown field 'widht' of 'proposal'; expected width, height"#
        ),
        (
            #"{"subviews": [{"width": 1, "height": 1}, {"width": 1, "height": 1, "line": true}]}"#,
            #"unknown field 'line' of 'subviews[1]'; expected width, height, startsNewLine, lineAlignment, "#
                + "flexibility, weight, maximumLength, firstTextBaseline, lastTextBaseline, layoutPriority, row, "
                + "gridCellColumns"
        ), (#"{"id": {}, "subviews": []}"#, #"'id' must be a string or a number"#),
    ]) func `with a field that is not known gets an error`(line: String, reason: String) {
        let quoted = reason.replacing("\"", with: "\\\"")
        #expect(answer(line) == "{\"error\":\"\(quoted)\"}")
    }

    @Test(arguments: [
        ("", "expected a JSON object such as {\\\"subviews\\\": [{\\\"width\\\": 40, \\\"height\\\": 20}]}"),
        ("[]", "expected a JSON object such as {\\\"subviews\\\": [{\\\"width\\\": 40, \\\"height\\\": 20}]}"),
        ("{}", "missing field 'subviews'"), (#"{"subviews": 3}"#, "'subviews' must be a list"),
        (#"{"subviews": [{"width": 1}]}"#, "missing field 'subviews[0].height'"),
        (#"{"subviews": [{"width": "1", "height": 1}]}"#, "'subviews[0].width' must be a number"),
        (#"{"layout": {"axis": "up"}, "subviews": []}"#, "unknown layout.axis 'up'; expected horizontal, vertical"),
        (#"{"layout": {"maxLines": 1.5}, "subviews": []}"#, "'layout.maxLines' must be a whole number"),
        (#"{"layout": {"justified": 1}, "subviews": []}"#, "'layout.justified' must be true or false"),
    ]) func `that is invalid gets an error`(_ line: String, _ reason: String) {
        #expect(LayoutJSON.response(to: line) == .init(text: "{\"error\":\"\(reason)\"}", isError: true))
    }

    @Test func `with separators is answered with their frames`() {
        let text = answer(
            #"{"layout": {"spacing": 1, "lineSpacing": 2, "separator": {"width": 2, "height": null}, "#
                + #""lineSeparator": {"height": 4}}, "proposal": {"width": 24}, "subviews": ["#
                + Array(repeating: #"{"width": 10, "height": 5}"#, count: 3).joined(separator: ",") + "]}")
        #expect(
            text.hasSuffix(
                #"{"x":0,"y":13,"width":10,"height":5}],"separators":[{"x":11,"y":0,"width":2,"height":5}],"#
                    + #""lineSeparators":[{"x":0,"y":7,"width":24,"height":4}],"lines":2,"hidden":0}"#), "\(text)")
        let none = answer(#"{"layout": {"separator": {"width": 2}, "lineSeparator": null}, "subviews": []}"#)
        #expect(none.contains(#""frames":[],"separators":[],"lines":0"#), "\(none)")
    }

    @Test func `shares a line out by weight, and its depth by stretching`() {
        let text = answer(
            #"{"layout": {"spacing": 0, "lineAlignment": "stretch"}, "proposal": {"width": 60}, "#
                + #""subviews": [{"width": 10, "height": 5, "weight": 1, "maximumLength": 15}, "#
                + #"{"width": 10, "height": 9, "weight": 0.5}]}"#)
        #expect(
            text.contains(#"[{"x":0,"y":0,"width":15,"height":9},{"x":15,"y":0,"width":30,"height":9}]"#), "\(text)")
    }

    @Test func `limits the items of a line and asks for lines`() {
        let many = Array(repeating: #"{"width": 10, "height": 5}"#, count: 6).joined(separator: ",")
        let limited = answer(#"{"layout": {"maxItemsPerLine": 2}, "subviews": [\#(many)]}"#)
        #expect(limited.contains(#""lines":3"#), "\(limited)")
        let balanced = answer(#"{"layout": {"minLines": 2, "lineBreaking": "balanced"}, "subviews": [\#(many)]}"#)
        #expect(balanced.contains(#"{"width":46,"height":18}"#), "\(balanced)")
        let wall = answer(
            #"{"layout": {"type": "waterfall", "columns": 2, "spacing": 0, "tolerance": 4}, "#
                + #""proposal": {"width": 20}, "subviews": [{"width": 1, "height": 32}, "#
                + #"{"width": 1, "height": 30}, {"width": 1, "height": 9}]}"#)
        #expect(wall.contains(#"{"x":0,"y":32,"width":1,"height":9}"#), "\(wall)")
    }

    @Test(arguments: [
        (#""separator": {"width": -1, "height": 2}"#, "'layout.separator.width' must be from 0 to 1000000000, got -1"),
        (
            #""separator": {"width": 1, "height": 1e10}"#,
            "'layout.separator.height' must be from 0 to 1000000000, got 10000000000"
        ), (#""separator": {"height": 2}"#, "missing field 'layout.separator.width'"),
        (#""lineSeparator": {"width": 2}"#, "missing field 'layout.lineSeparator.height'"),
        (#""axis": "vertical", "lineSeparator": {}"#, "missing field 'layout.lineSeparator.width'"),
        (#""lineSeparator": 3"#, "'layout.lineSeparator' must be an object"),
        (
            #""lineSeparator": {"height": 1, "color": 2}"#,
            "unknown field 'color' of 'layout.lineSeparator'; expected width, height"
        ), (#""lineSeparator": {"height": 1e400}"#, "'layout.lineSeparator.height' must be a number"),
        (#""maxItemsPerLine": 0"#, "'layout.maxItemsPerLine' must be from 1 to 1000000000, got 0"),
        (#""maxItemsPerLine": 1.5"#, "'layout.maxItemsPerLine' must be a whole number"),
        (#""minLines": -7"#, "'layout.minLines' must be from 1 to 1000000000, got -7"),
        (#""minLines": 1e18"#, "'layout.minLines' must be from 1 to 1000000000, got 1e+18"),
        (#""minLines": 1e400"#, "'layout.minLines' must be a whole number"),
        (#""type": "waterfall", "tolerance": -0.5"#, "'layout.tolerance' must be from 0 to 1000000000, got -0.5"),
    ]) func `with a number out of range gets an error`(_ fields: String, _ reason: String) {
        let text = answer(#"{"layout": {\#(fields)}, "subviews": []}"#)
        #expect(text == "{\"error\":\"\(reason)\"}")
    }

    @Test(arguments: [
        (#""weight": -1"#, "'subviews[0].weight' must be from 0 to 1000000000, got -1"),
        (#""weight": 1e12"#, "'subviews[0].weight' must be from 0 to 1000000000, got 1000000000000"),
        (#""maximumLength": -2"#, "'subviews[0].maximumLength' must be from 0 to 1000000000, got -2"),
        (#""weight": "1""#, "'subviews[0].weight' must be a number"),
    ]) func `with a subview out of range gets an error`(_ field: String, _ reason: String) {
        let text = answer(#"{"subviews": [{"width": 1, "height": 1, \#(field)}]}"#)
        #expect(text == "{\"error\":\"\(reason)\"}")
    }

    @Test func `with control characters is quoted without them`() {
        let text = answer("{\"layout\": {\"axis\": \"\\u001b[2J\\u0085\"}, \"subviews\": []}")
        #expect(text.contains(#"\u001b[2J\u0085"#))
        #expect(!text.unicodeScalars.contains { $0.value < 32 })
    }

    @Test(arguments: [
        ("1.5", #"'layout.columns' must be a whole number"#),
        (#"[{"width": 3}]"#, #"unknown field 'width' of 'layout.columns[0]'"#),
        (#"[{"adaptive": {}}]"#, #"missing field 'layout.columns[0].adaptive.minimum'"#),
        (#"[{"flexible": {"maximum": "x"}}]"#, #"layout.columns[0].flexible.maximum"#),
        (#"[{"fixed": 3, "alignment": "up"}]"#, #"unknown layout.columns[0].alignment 'up'"#),
        ("true", "layout.columns"),
    ]) func `of a lazy grid has columns that are understood`(_ columns: String, _ message: String) {
        let text = answer(#"{"layout": {"type": "vgrid", "columns": \#(columns)}, "subviews": []}"#)
        #expect(text.contains("\"error\"") && text.contains(message), "\(text)")
    }

    @Test func `with huge numbers gets JSON numbers`() throws {
        for type in ["flow", "hstack", "vstack", "zstack", "grid", "circular", "waterfall", "vgrid"] {
            let text = answer(
                """
                {"layout": {"type": "\(type)", "spacing": 1e308}, "proposal": {"width": 1e308}, \
                "subviews": [{"width": 1e308, "height": -5}, {"width": 1e308, "height": 1e308}]}
                """)
            _ = try JSONSerialization.jsonObject(with: Data(text.utf8))
        }
    }
}
