/// The JavaScript modules of the page and what they import.
///
/// An `import` that is evaluated before the module starts at the beginning of a line, and names a file of the page:
///
/// ```
/// import { element, t } from "./shell.js";
/// ```
enum PageModules {
    /// Returns the module with a name after all modules that it imports, directly or not, except by `import()`.
    static func withImports(_ name: String) -> [String] {
        var (names, found): ([String], Set<String>) = ([], [])
        add(name, to: &names, &found)
        return names
    }

    private static func add(_ name: String, to names: inout [String], _ found: inout Set<String>) {
        guard found.insert(name).inserted else { return }
        for other in imports[name] ?? [] { add(other, to: &names, &found) }
        names.append(name)
    }

    /// The names of the modules that each module imports.
    private static let imports: [String: [String]] = PageSources.all.keys.filter { $0.hasSuffix(".js") }
        .reduce(into: [:]) { imports, name in
            imports[name] = PageSources.text(name).split(separator: "\n")
                .filter { line in
                    ["import ", "} from ", "export * from "].contains { line.hasPrefix($0) } && line.hasSuffix(".js\";")
                }
                .compactMap { line in line.firstRange(of: "\"./").map { line[$0.upperBound...].dropLast(2) } }
                .map(String.init)
        }

    /// Returns a module and everything that it imports as a single script.
    ///
    /// No two of the modules may have top-level declarations of the same name. A style sheet takes the place of
    /// `"{chips.css}"`.
    static func joined(_ name: String) -> String {
        var isImport = false
        return withImports(name).flatMap { PageSources.text($0).split(separator: "\n") }
            .filter { line in
                if line.hasPrefix("import ") { isImport = true }
                defer { if line.hasSuffix("\";") { isImport = false } }
                return !isImport
            }
            .map { $0.trimmingPrefix("export ") }.joined(separator: "\n")
            .replacing(#/"\{(\w+\.css)\}"/#) { "String.raw`\(PageSources.text(String($0.1)))`" }
    }
}
