/// A line of a JavaScript module that imports from another module.
///
/// ```
/// import { element, keyOf } from "./text.js";
/// import "./items_nothing.js";
/// export * from "./shell_text.js";
/// ```
struct ImportLine {
    /// The imported names; empty if the line imports no names.
    let names: [Substring]
    /// The file name of the other module.
    let module: String

    /// Parses a line; `nil` if it imports nothing.
    init?(_ line: Substring) {
        guard line.hasPrefix("import ") || line.hasPrefix("export * from "), line.hasSuffix("\";"),
            let start = line.firstRange(of: "\"./")
        else { return nil }
        module = String(line[start.upperBound...].dropLast(2))
        let list = line[..<start.lowerBound].drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }
        names = list.split { $0 == "," || $0 == " " }
    }

    /// Splits a module into lines, with each `import` on a single line, however the formatter wrapped it.
    static func lines(of source: String) -> [Substring] {
        var lines: [Substring] = []
        var names: [Substring]?
        for line in source.split(separator: "\n") {
            if line == "import {" {
                names = [line]
            } else if let list = names {
                names = line.hasPrefix("}") ? nil : list + [line]
                if names == nil { lines.append(Substring((list + [line]).joined(separator: " "))) }
            } else {
                lines.append(line)
            }
        }
        return lines
    }
}
