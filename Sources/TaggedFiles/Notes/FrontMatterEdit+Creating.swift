internal import Yams

/// Creating front matter, or a list of tags in front matter that has none.
extension FrontMatterEdit {
    /// Creates front matter with tags at the beginning of the text.
    ///
    /// - Throws: `NoteError` if the text starts with another kind of front matter or with unclosed front matter.
    mutating func create(_ names: [String]) throws(NoteError) {
        if let error = foreignFrontMatterError { throw error }
        let end = lineEnd
        let lines = ["---", "tags:"].flatMap { Array($0.utf8) + end }
        let rule = Array("---".utf8) + end
        insert(lines + block(names, "  - ", .none, end) + rule, at: start)
    }

    /// Adds a list of tags at the end of front matter without one.
    ///
    /// - Throws: `NoteError` if the front matter is written in braces, or if its keys don't start their lines.
    mutating func createList(_ names: [String], in frontMatter: FrontMatter) throws(NoteError) {
        let content = frontMatter.content
        var indent = ""
        if let mark = frontMatter.mapping?.mark {
            let places = ScalarPlaces(bytes, content)
            guard let place = places.offset(of: mark), bytes.byte(at: place) != UInt8(ascii: "{") else {
                throw NoteError(line: 2, text: "the front matter is in braces; add 'tags: []' to it first")
            }
            indent = try self.indent(before: place)
        }
        let end = lineEnd
        let key = Array("\(indent)tags:".utf8) + end
        let lines = key + block(names, indent + "  - ", .none, end)
        insert(lines, at: content.upperBound)
    }

    /// The reason why the text can't get front matter: it starts with TOML, JSON or unclosed YAML.
    private var foreignFrontMatterError: NoteError? {
        let first = bytes.line(at: start)
        let second = bytes.line(at: min(first.next, bytes.count))
        let line = bytes[start..<first.end]
        if FrontMatterLines.isRule(line, ["+++"]) {
            return NoteError(line: 1, text: "the front matter is TOML; add the tags by hand")
        }
        if line.first == UInt8(ascii: "{"), line.dropFirst().allSatisfy(\.isSpaceOrTab) || line.starts(with: "{\"".utf8)
        {
            return NoteError(line: 1, text: "the front matter is JSON; add the tags by hand")
        }
        let key = bytes[min(first.next, bytes.count)..<second.end]
            .prefix { $0.isLetter || $0.isDigit || $0 == UInt8(ascii: "_") }
        if FrontMatterLines.isRule(line, ["---"]), !key.isEmpty, bytes.byte(at: key.endIndex) == UInt8(ascii: ":") {
            return NoteError(line: 1, text: "the front matter isn't closed; add '---' below it")
        }
        return nil
    }
}
