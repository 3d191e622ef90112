/// JavaScript modules bundled into a single module.
///
/// Each module may import only from the modules before it. `import` lines, the word `export`, comments and indentation
/// are removed.
///
/// This isn't a JavaScript parser, so the sources must follow two rules:
/// - A comment must be on lines of its own. The only exception is a type cast, `/** @type {…} */`, which must not occur
///   in a string.
/// - A line may have an odd number of backticks only if a multiline template literal starts or ends there. Lines that
///   start inside a template literal are copied unchanged.
struct JoinedModule {
    /// The source of the bundle.
    private(set) var text = ""
    private var isComment = false
    private var isTemplate = false

    /// Bundles modules, each after the modules that it imports.
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

    /// Returns the code of a line that starts outside template literals, or nil if the line is dropped.
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
