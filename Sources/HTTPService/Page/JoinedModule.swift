/// A module that is made of modules that import only from those before them.
///
/// Imports, the word `export`, comments and indents are left out. A comment has its lines to itself, except for a type cast,
/// `/** @type {…} */`, which no text contains. Lines that start inside a template literal are kept as they are; only a
/// template literal of several lines may have an odd number of backticks in a line.
struct JoinedModule {
    /// The module's text.
    private(set) var text = ""
    private var isComment = false
    private var isTemplate = false

    /// Joins the texts of modules.
    init(_ sources: [String]) {
        for source in sources {
            for line in source.split(separator: "\n") { append(line) }
        }
    }

    private mutating func append(_ line: Substring) {
        guard let code = isTemplate ? line : code(in: line) else { return }
        if !code.count(where: { $0 == "`" }).isMultiple(of: 2) { isTemplate.toggle() }
        text += code + "\n"
    }

    /// Returns what is sent of a line outside of template literals, or nil if that is nothing.
    private mutating func code(in line: Substring) -> Substring? {
        let line = line.trimmingPrefix { $0 == " " }
            .replacing(#/\/\*\* @type {.*?} \*\/ ?/#, with: "")
        if line.hasPrefix("/*") { isComment = true }
        if isComment {
            isComment = !line.hasSuffix("*/")
            return nil
        }
        let isLeftOut = line.isEmpty || line.hasPrefix("//") || line.hasPrefix("import ")
        return isLeftOut ? nil : line.trimmingPrefix("export ")
    }
}
