import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `view save|list|delete`.
///
/// ```
/// $ tagflow view save 'to read' '#reading -#done'
/// saved view 'to read': 12 items
/// $ tagflow view list
/// to read  12  #reading -#done
/// ```
struct ViewCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Save, list and delete views: named queries for items.",
        discussion: """
            Example: tagflow view save 'to read' '#reading -#done'
            Example: tagflow view list
            Example: tagflow view delete 'to read'
            """)

    /// What to do with views.
    enum Action: String, ExpressibleByArgument, CaseIterable { case save, list, delete }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption
    @Argument(help: "What to do.") var action: Action
    @Argument(help: "The name of the view, and for 'save' the query.") var words: [String] = []

    var onlyReads: Bool { action == .list }
    static let completions: [String: CommandArguments.Value] = [
        "words": .after(["delete": [.view, .text], "save": [.text, .queryTerm]])
    ]

    func validate() throws {
        switch (action, words.count) {
        case (.save, 0...1): throw ValidationError("'view save' needs a name and a query")
        case (.delete, 1), (.list, 0), (.save, _): return
        case (.delete, _): throw ValidationError("'view delete' needs one name")
        case (.list, _): throw ValidationError("'view list' takes no name")
        }
    }

    func run(in session: Session) throws {
        let service = try session.service(global)
        switch action {
        case .save:
            let query = session.query(Array(words.dropFirst()), service)
            let view = try service.items.saveView(words[0], query: query).view
            try session.report(
                view, "saved view \(view.view.quoted): \(String.counted(view.count, "item"))\n", output, global)
        case .delete:
            try service.items.deleteView(words[0])
            try session.report(["deleted": words[0]], "deleted view \(words[0].quoted)\n", output, global)
        case .list:
            let views = try service.items.views()
            guard output.format == .text else {
                let listed = Array(views.prefix(limit.limit ?? views.count))
                return try session.print(json: ["views": listed])
            }
            try session.list(views, [.main, .number, .detail], limit, global) { ([$0.view, "\($0.count)", $0.q], nil) }
        }
    }
}
