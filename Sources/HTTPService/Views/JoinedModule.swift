/// JavaScript modules bundled into a single module.
///
/// Each module may import from the modules before it, and from other bundles. Comments and indentation are removed, and
/// so are the `import` lines of modules in the bundle. Those of other bundles become one line for each bundle:
///
/// ```
/// import { element } from "./text.js";      import { element, t } from "./shell.js";
/// import { t } from "./shell_text.js";
/// ```
///
/// This isn't a JavaScript parser, so the sources must follow these rules:
/// - An `import` has one of the forms that ``ImportLine`` lists.
/// - A comment must be on lines of its own. The only exception is a type cast, `/** @type {…} */`, which must not occur
///   in a string.
/// - A line may have an odd number of backticks only if a multiline template literal starts or ends there. Lines that
///   start inside a template literal are copied unchanged.
struct JoinedModule {
    private var body = ""
    private var isComment = false
    private var isTemplate = false

    /// The bundle that exports the names of each module outside this bundle.
    private let bundles: [String: String]
    /// The names to import from each bundle.
    private var names: [String: Set<Substring>] = [:]
    private let keepsExports: Bool

    /// Bundles modules, each after the modules that it imports.
    ///
    /// - Parameters:
    ///   - sources: the modules.
    ///   - bundles: the file that exports the names of each module outside this bundle, by the module's name.
    ///   - keepsExports: whether other bundles can import from this one.
    init(_ sources: [String], from bundles: [String: String] = [:], keepsExports: Bool = true) {
        self.bundles = bundles
        self.keepsExports = keepsExports
        for source in sources { for line in ImportLine.lines(of: source) { append(line) } }
    }

    /// The source of the bundle.
    var text: String {
        names.sorted { $0.key < $1.key }
            .map { "import { \($0.value.sorted().joined(separator: ", ")) } from \"./\($0.key)\";\n" }.joined() + body
    }

    private mutating func append(_ line: Substring) {
        guard let code = isTemplate ? line : code(in: line) else { return }
        if !code.utf8.count(where: { $0 == UInt8(ascii: "`") }).isMultiple(of: 2) { isTemplate.toggle() }
        body += code + "\n"
    }

    /// Returns the code of a line that starts outside template literals, or nil if the line is dropped.
    private mutating func code(in line: Substring) -> Substring? {
        var line = line.trimmingPrefix { $0 == " " }
        if line.contains("/** @type {") { line.replace(#/\/\*\* @type {.*?} \*\/ ?/#, with: "") }
        if line.hasPrefix("/*") { isComment = true }
        if isComment {
            isComment = !line.hasSuffix("*/")
            return nil
        }
        if let imported = ImportLine(line) {
            if let bundle = bundles[imported.module] { names[bundle, default: []].formUnion(imported.names) }
            return nil
        }
        if line.isEmpty || line.hasPrefix("//") { return nil }
        return keepsExports ? line : line.trimmingPrefix("export ")
    }
}
