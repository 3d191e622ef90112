import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `describe TAG [TEXT] [--color COLOR]`.
///
/// ```
/// $ tagflow describe photo 'pictures that I took' --color blue
/// photo: pictures that I took (blue)
/// $ tagflow describe photo
/// pictures that I took
/// color blue
/// ```
struct DescribeCommand: TagflowCommand {
    static let group = HelpGroup.tags
    static let configuration = CommandConfiguration(
        commandName: "describe", abstract: "Describe a tag in words, and give it a color.",
        discussion: """
            Without a text and --color, prints the description and the color; an empty text \
            removes the description. The picker shows the description of the highlighted tag, and \
            its words are evidence for the tag: an item with some of them gets it as a \
            suggestion. Chips and pictures have the color.

            Example: tagflow describe photo 'pictures that I took' --color blue
            Example: tagflow describe photo --color none
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @Option(help: "The color of the tag's chips; '--color' means it, too.") var tagColor: TagColorChoice?
    @Argument(help: "The tag.") var tag: String
    @Argument(help: "The description, at most 1,000 bytes.") var text: [String] = []

    var onlyReads: Bool { text.isEmpty && tagColor == nil }
    static let completions: [String: CommandArguments.Value] = [
        "--color": .oneOf(TagColorChoice.allCases.map(\.rawValue))
    ]

    func run(in session: Session) throws {
        let service = try session.service(global)
        let name = try session.tag(tag, global)
        guard !onlyReads else { return try show(service.tags.description(of: name), session) }
        let words = text.isEmpty ? nil : text.joined(separator: " ")
        let detail = try service.tags.describe(name, as: words, color: tagColor)
        try session.report(detail, Self.line(detail), output, global)
    }

    private func show(_ detail: TagDescription, _ session: Session) throws {
        guard output.format == .text else { return try session.print(json: detail) }
        if let description = detail.description { try session.print("\(description)\n") }
        if let color = detail.color { try session.print("color \(color.rawValue)\n") }
        if detail.isEmpty { try session.note("\(detail.tag.quoted) has no description and no color", global) }
    }

    private static func line(_ detail: TagDescription) -> PrintableText {
        let color = detail.color.map { " (\($0.rawValue))" } ?? ""
        if let description = detail.description { return "\(detail.tag): \(description)\(color)\n" }
        return detail.color.map { "\(detail.tag): \($0.rawValue)\n" }
            ?? "\(detail.tag) has no description and no color\n"
    }
}

extension TagDescription {
    /// The parts in words, such as `the description 'my pictures' and the color blue`.
    var parts: String {
        let words = [
            description.map { "the description \($0.quoted(toCells: 60))" }, color.map { "the color \($0.rawValue)" },
        ]
        return words.compactMap(\.self).joined(separator: " and ")
    }
}
