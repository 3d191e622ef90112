/// A script that browsers load: a module and everything that it imports, joined by ``JoinedModule``.
///
/// Each view has a bundle. What all views share is in `shell.js`, and the field for tags is in `tag_field.js`:
///
/// ```
/// items.html ─ items.js ─┬─ shell.js ─ text_de.js
///                        └─ tag_field.js
/// ```
///
/// A part that is rarely used is a separate bundle, which the view loads with `import()`.
struct ScriptBundle: Sendable {
    /// The file that browsers ask for.
    let file: String
    /// The module whose imports the bundle follows.
    private let entry: String
    /// The bundles that are loaded anyway, whose modules aren't repeated in this one.
    private let base: [String]
    private let keepsExports: Bool

    private init(_ file: String, of entry: String? = nil, on base: [String] = [], keepsExports: Bool = true) {
        self.file = file
        self.entry = entry ?? file
        self.base = base
        self.keepsExports = keepsExports
    }

    /// All bundles; each comes after those that it is based on.
    static let all: [ScriptBundle] = {
        let fields = ["shell.js", "tag_field.js"]
        let views = ["items.js", "add.js", "tags.js", "stats.js", "settings.js"]
        return [ScriptBundle("shell.js"), ScriptBundle("tag_field.js", on: ["shell.js"])]
            + views.map { ScriptBundle($0, on: fields) } + [
                // The board has its own field, and needs only a few modules of the field for tags.
                ScriptBundle("board.js", on: ["shell.js"]), ScriptBundle("connect.js", on: ["shell.js"]),
                ScriptBundle("items_welcome.js", on: fields + ["items.js"]),
                ScriptBundle("items_import.js", on: fields + ["items.js"]),
                ScriptBundle("items_duplicates.js", on: fields + ["items.js"]),
                ScriptBundle("items_tagging.js", on: fields + ["items.js"]),
                // The tag input for pages of other servers.
                ScriptBundle("tagflow.js", of: "tag_input.js", keepsExports: false),
                // A script, since not all browsers have modules in service workers.
                ScriptBundle("service_worker.js", keepsExports: false),
            ]
    }()

    /// The source of the bundle.
    var text: String {
        var bundles: [String: String] = [:]
        for file in base { for name in Self.modules[file] ?? [] { bundles[name] = file } }
        let sources = (Self.modules[file] ?? []).map(PageSources.text)
        return JoinedModule(sources, from: bundles, keepsExports: keepsExports).text
    }

    /// The names of each bundle's modules, each after the modules that it imports.
    static let modules: [String: [String]] = all.reduce(into: [:]) { modules, bundle in
        var found = Set(bundle.base.flatMap { modules[$0] ?? [] })
        modules[bundle.file] = Self.modules(importedBy: bundle.entry, besides: &found)
    }

    /// Returns a module after the modules that it imports, without those that were found before.
    private static func modules(importedBy name: String, besides found: inout Set<String>) -> [String] {
        guard found.insert(name).inserted else { return [] }
        var names: [String] = []
        for line in ImportLine.lines(of: PageSources.text(name)) {
            guard let other = ImportLine(line)?.module else { continue }
            names += modules(importedBy: other, besides: &found)
        }
        return names + [name]
    }
}
