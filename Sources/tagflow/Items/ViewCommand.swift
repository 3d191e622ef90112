import ArgumentParser
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `view save|list|delete|share|unshare`.
///
/// ```
/// $ tagflow view save 'to read' '#reading -#done'
/// saved view 'to read': 12 items
/// $ tagflow view list
/// to read  12  #reading -#done
/// $ tagflow view share 'to read'
/// http://127.0.0.1:7733/shared/….atom
/// ```
struct ViewCommand: TagflowCommand {
    static let group = HelpGroup.items
    static let configuration = CommandConfiguration(
        commandName: "view", abstract: "Save, list, share and delete views: named queries for items.",
        discussion: """
            'share NAME' prints a new secret address of the server, at which anyone can read the newest 100 items of the \
            view as an Atom feed; with .json at its end, it is a JSON Feed. An earlier address stops working. The address \
            isn't stored, so keep it. 'unshare NAME' revokes it.

            Example: tagflow view save 'to read' '#reading -#done'
            Example: tagflow view list
            Example: tagflow view share 'to read' --page
            Example: tagflow view delete 'to read'
            """)

    /// The actions on views.
    enum Action: String, ExpressibleByArgument, CaseIterable { case save, list, delete, share, unshare }

    @OptionGroup var global: GlobalOptions
    @OptionGroup var output: FormatOptions
    @OptionGroup var limit: ListLimitOption
    @Argument(help: "What to do.") var action: Action
    @Argument(help: "The name of the view, and for 'save' the query.") var words: [String] = []
    @Flag(help: "With 'share', also make a page, whose address is printed on a second line.") var page = false
    @Option(
        help: ArgumentHelp(
            "With 'share', the address of the server for others, such as that of a proxy; default: where it listens.",
            valueName: "url")) var url: String?

    var onlyReads: Bool { action == .list }
    static let completions: [String: CommandArguments.Value] = [
        "words": .after([
            "delete": [.view, .text], "save": [.text, .queryTerm], "share": [.view, .text], "unshare": [.view, .text],
        ]), "--url": .text,
    ]

    func validate() throws {
        switch (action, words.count) {
        case (.save, 0...1): throw ValidationError("'view save' needs a name and a query")
        case (.delete, 1), (.share, 1), (.unshare, 1), (.list, 0), (.save, _): break
        case (.delete, _), (.share, _), (.unshare, _): throw ValidationError("'view \(action)' needs one name")
        case (.list, _): throw ValidationError("'view list' takes no name")
        }
        guard action == .share || !page && url == nil else {
            throw ValidationError("only 'view share' takes --\(page ? "page" : "url")")
        }
        if let url, !TagService.isWebAddress(url) {
            throw ValidationError("--url needs an address such as https://tags.example")
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
        case .share: try share(with: service, session)
        case .unshare:
            let name = try service.items.unshareView(words[0])
            try session.report(["unshared": name], "revoked the address of view \(name.quoted)\n", output, global)
        case .list: try list(from: service, session)
        }
    }

    private func list(from service: TagService, _ session: Session) throws {
        let views = try service.items.views()
        guard output.format == .text else {
            let listed = Array(views.prefix(limit.limit ?? views.count))
            return try session.print(json: ["views": listed])
        }
        // The column is missing if no view is shared.
        let areShared = views.contains { $0.shared != nil }
        let columns: [TextTable.Column] = [.main, .number, .detail] + (areShared ? [.detail] : [])
        try session.list(views, columns, limit, global) { view in
            let state = view.shared.map { $0.page ? "shared with a page" : "shared" } ?? ""
            return ([view.view, "\(view.count)", view.q] + (areShared ? [state] : []), nil)
        }
    }

    private func share(with service: TagService, _ session: Session) throws {
        let shared = try service.items.shareView(words[0], hasPage: page)
        let place = "\(root(session))/shared/\(shared.secret)"
        guard output.format == .text else {
            return try session.print(json: SharedAddresses(view: shared.view, place: place, hasPage: page))
        }
        try session.print("\(place).atom\n")
        if page { try session.print("\(place)\n") }
        if shared.isReplaced {
            try session.note("the earlier address of \(shared.view.quoted) no longer works", global)
        }
        if !TagService.isWebAddress(place) {
            try session.note(
                "no server listens on this database; put its address before the line, or name it with --url", global)
        }
    }

    /// Returns the address of the server, without a slash at its end; empty if it isn't known.
    private func root(_ session: Session) -> String {
        if let url { return url.hasSuffix("/") ? String(url.dropLast()) : url }
        guard case .file(let path) = session.location(global), let running = ServerAddress.address(ofDatabase: path),
            TagService.isWebAddress(running)
        else { return "" }
        return running
    }
}

/// The addresses of a shared view in JSON, with the fields of PUT `/views/{view}/share`.
private struct SharedAddresses: Encodable {
    var view: String
    var atom: String
    var json: String
    var page: String?

    init(view: String, place: String, hasPage: Bool) {
        self.view = view
        atom = "\(place).atom"
        json = "\(place).json"
        page = hasPage ? place : nil
    }
}
