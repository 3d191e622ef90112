import Testing

@testable import HTTPService

/// The fields of routes: values, defaults, and the problems of invalid values.
@Suite struct FieldTests {
    private static let limit = Field.query("limit", .number(in: 1...10), default: 5, "")
    private static let strict = Field.query("strict", .flag, default: false, "")
    private static let given = Field.query(repeating: "given", .text, "")
    private static let name = Field.body(required: "tag", .text)
    private static let tags = Field.body("tags", .texts)
    private static let isOn = Field.body("on", .flag, default: true)
    private static let ids = Field.body("ids", .identifiers)

    private static func query(_ parameters: (String, String)...) -> RequestValues {
        RequestValues(query: parameters.map { (name: $0.0, value: $0.1) })
    }

    private static func body(_ text: String) throws -> RequestValues {
        RequestValues(body: try .parse(Array(text.utf8)))
    }

    private static func problem(_ work: () throws -> Void) -> Problem? {
        do { try work() } catch { return error as? Problem }
        return nil
    }

    @Test func `a parameter has its value or its default`() throws {
        #expect(try Self.query(("limit", "7"))[Self.limit] == 7)
        #expect(try Self.query()[Self.limit] == 5)
        #expect(try Self.query(("strict", ""))[Self.strict])
        #expect(try Self.query(("given", "a"), ("given", "b"))[Self.given] == ["a", "b"])
    }

    @Test(arguments: ["0", "11", "x", "", "1.5"]) func `an invalid number is a bad request`(_ text: String) {
        let problem = Self.problem { _ = try Self.query(("limit", text))[Self.limit] }
        #expect(problem?.status == 400)
        #expect(problem?.detail == "'limit' must be a whole number from 1 to 10")
    }

    @Test func `null in a body is a missing member`() throws {
        let values = try Self.body(#"{"tag": null, "tags": null, "on": null, "ids": null}"#)
        #expect(try values[Self.tags] == nil)
        #expect(try values[Self.isOn])
        #expect(try values[Self.ids] == nil)
        #expect(!values.has(Self.tags))
        let problem = Self.problem { _ = try values[Self.name] }
        #expect(problem?.detail == "the field 'tag' is missing; it must be a string")
    }

    @Test func `a problem of a body has a pointer to the invalid value`() throws {
        let values = try Self.body(#"{"tags": ["a", 1], "ids": "x", "on": "true"}"#)
        let problems = [
            Self.problem { _ = try values[Self.tags] }, Self.problem { _ = try values[Self.ids] },
            Self.problem { _ = try values[Self.isOn] },
        ]
        #expect(problems.map { $0?.status } == [422, 422, 422])
        #expect(problems.map { $0?.pointer } == ["/tags/1", "/ids", "/on"])
        #expect(
            problems.map { $0?.detail } == [
                "'tags' must be a list of strings", "'ids' must be a list of numbers", "'on' must be true or false",
            ])
    }

    @Test func `unknown and repeated parameters are refused with the declared names`() {
        let fields: [any RequestField] = [Self.limit, Self.given, Self.name]
        let unknown = Self.problem { try Self.query(("x", "1")).checkQuery(fields) }
        #expect(unknown?.detail == "unknown parameter 'x'; expected limit, given")
        let repeated = Self.problem { try Self.query(("limit", "1"), ("limit", "2")).checkQuery(fields) }
        #expect(repeated?.detail == "'limit' appears more than once")
        let member = Self.problem { try Self.body(#"{"x": 1}"#).checkBody(fields) }
        #expect(member?.detail == "unknown field 'x'; expected tag")
    }

    @Test func `a path declares its fields`() {
        let tag = Field.path("tag")
        let path: RoutePath = "/tags/\(tag)/aliases"
        #expect(path.text == "/tags/{tag}/aliases")
        #expect(path.fields.map(\.name) == ["tag"])
        let fixed = path.fixing(tag, to: "merge")
        #expect(fixed.text == "/tags/merge/aliases")
        #expect(fixed.fields.isEmpty)
    }
}
