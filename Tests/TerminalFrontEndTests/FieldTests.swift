import Testing

@testable import TerminalFrontEnd

/// Fields of lines, and the text of templates.
@Suite struct FieldTests {
    @Test(arguments: [
        (":", "a:b::c", ["a:", "b:", ":", "c"]), (":", "", [""]), ("\\t", "a\tb", ["a\t", "b"]),
        ("::", "a::b:c", ["a::", "b:c"]), ("[:,]", "a:,b", ["a:", ",", "b"]), ("[:,]+", "a:,b,", ["a:,", "b,", ""]),
        ("\\|", "a|b", ["a|", "b"]), ("|", "a|b", ["a|", "b"]),
    ]) func `delimiters end fields`(delimiter: String, line: String, fields: [String]) throws {
        #expect(try FieldDelimiter(delimiter).fields(of: line).map(String.init) == fields)
    }

    @Test func `by default white space ends fields, and leading white space is dropped`() {
        let fields = FieldDelimiter.whiteSpace.fields(of: "  one two\t three ").map(String.init)
        #expect(fields == ["one ", "two\t ", "three "])
        #expect(FieldDelimiter.whiteSpace.fields(of: "  ").isEmpty)
    }

    @Test(arguments: ["", "a.*b", "[^:]", "(a|b)", "[a-z]"]) func `other regular expressions are reported`(
        delimiter: String
    ) { #expect(throws: PickerOptionError.delimiter(delimiter)) { try FieldDelimiter(delimiter) } }

    @Test(arguments: [
        ("1", "a:"), ("-1", "d"), ("2..", "b:c:d"), ("..2", "a:b:"), ("..", "a:b:c:d"), ("2..-2", "b:c:"), ("5", ""),
        ("-5", ""), ("3..2", ""), ("-3..3", "b:c:"), ("3..9", "c:d"),
    ]) func `ranges count from either end`(range: String, text: String) throws {
        let fields = try FieldDelimiter(":").fields(of: "a:b:c:d")
        #expect(try FieldRange(range).fields(in: fields).joined() == text)
    }

    @Test(arguments: ["", "0", "a", "1...2", "1,,2", "+1", "1..0", "9999999999"]) func `wrong ranges are reported`(
        list: String
    ) { #expect(throws: PickerOptionError.self) { try FieldRange.list(list) } }

    @Test(arguments: [("3,1", "ca:"), ("{1}-{3}", "a-c"), ("{2..}!", "b:c!"), ("{5}", "")])
    func `templates show fields`(template: String, text: String) throws {
        let delimiter = try FieldDelimiter(":")
        #expect(try FieldTemplate(template).text(of: "a:b:c", delimiter) == text)
    }

    @Test(arguments: ["{1", "{a}", "x", ""]) func `wrong templates are reported`(template: String) {
        #expect(throws: PickerOptionError.self) { try FieldTemplate(template) }
    }
}
