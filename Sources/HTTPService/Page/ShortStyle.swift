/// A style sheet with the same meaning in less text: without what only its readers need, and with short names for its variables.
struct ShortStyle {
    /// The style sheet.
    let text: String

    /// Shortens a style sheet of which each comment has a line of its own.
    init(_ sheet: String) {
        var text = sheet.split(separator: "\n").map { $0.trimmingPrefix { $0 == " " } }
            .filter { !$0.hasPrefix("/") }.joined()
        for sign in ["{", "}", ";", ",", ">"] {
            text = text.replacing(" \(sign)", with: sign).replacing("\(sign) ", with: sign)
        }
        text = text.replacing(": ", with: ":").replacing(";}", with: "}")
        self.text = Self.withShortVariables(text)
    }

    private static func withShortVariables(_ text: String) -> String {
        let names = Set(text.matches(of: #/--[a-z\-]+/#).map { String($0.output) }).sorted()
        let letters = "abcdefghijklmnopqrstuvwxyz".map { "--\($0)" }
        let short = Dictionary(zip(names, letters), uniquingKeysWith: { first, _ in first })
        return text.replacing(#/--[a-z\-]+/#) { short[String($0.output)] ?? String($0.output) }
    }
}
