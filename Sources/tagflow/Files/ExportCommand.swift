import ArgumentParser
import ChipRendering
import FlowEngine
import Foundation
import TagCore
import TagService
import TerminalFrontEnd
import TextMeasurement

/// The command `export --format F [--matching QUERY] [-o FILE]`.
///
/// ```
/// $ tagflow export --format csv
/// tag,selected
/// sea,true
/// map,false
/// $ tagflow export -o board.svg
/// wrote board.svg
/// ```
struct ExportCommand: TagflowCommand {
    static let group = HelpGroup.files
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write items, a board or the whole database to a file or standard output.",
        discussion: """
            Format 'ndjson' writes everything in the database as records for 'import' or, with \
            --matching or --set, only items. netscape (bookmarks.html), pinboard, items-csv and \
            links (a Markdown list) also write items, of the chosen set unless --set names another or --all is given. The \
            other formats write the board of one set. Without --format, the file name extension \
            decides; .html, .json, .csv and .md can be items or a board, so they need --format.

            An existing file is only replaced if an earlier export wrote it in the same format; \
            --force replaces any file. A drawing (text, ansi) always needs --force.

            --folders puts each bookmark into the folder from which it was imported or, without one, \
            into a folder with the name of its first tag.

            Widths are terminal cells; for svg, png, pdf, html and for json with --font they are \
            points. If a maximum number of lines hides tags, drawings show their number, such as \
            '+3 more'; markdown and csv always contain all tags.

            --calendar draws the days of the last year with the number of their items, as 'stats --calendar' does, \
            for svg, png, pdf or html; --matching chooses the items.

            Example: tagflow export --format markdown -o habits.md
            Example: tagflow export --calendar --set habits -o days.svg
            Example: tagflow export --format netscape --matching '#book' -o bookmarks.html
            Example: tagflow export --format netscape --folders -o for-a-browser.html
            """)

    @OptionGroup var global: GlobalOptions
    @OptionGroup var allSets: AllSetsOption
    @Option(help: "The format; default: by the file name extension, otherwise text.") var format: ExportFormat?
    @Option(name: [.customShort("o"), .long], help: ArgumentHelp("The file to write.", valueName: "file")) var output:
        String?
    @Flag(help: "Replace an existing file, whatever it contains.") var force = false
    @Option(help: ArgumentHelp("Only items that match a query, as in 'items'.", valueName: "query")) var matching:
        String?
    @Flag(help: "Write bookmarks in folders, for browsers, which ignore tags (--format netscape).") var folders = false
    @Flag(help: "Draw a calendar of the last year instead of a board.") var calendar = false
    @Flag(help: "Only include tags that are on.") var selectedOnly = false
    @Option(help: ArgumentHelp("The width of the layout.", valueName: "cells or points")) var width: Double?

    @Option(help: "How the free space of a line is distributed.") var align: FlowAlignment?
    @OptionGroup(title: "Options for pictures") var picture: PictureOptions

    var onlyReads: Bool { true }

    func validate() throws {
        try allSets.validate(global)
        guard let width else { return }
        guard width >= 1, width.isFinite else { throw ValidationError("--width must be at least 1") }
    }

    func run(in session: Session) throws {
        let file = output.flatMap { $0 == "-" ? nil : $0 }
        let format = try calendar ? calendarFormat(file) : format ?? file.map(ExportFormat.init(fileName:)) ?? .text
        if format.isBinary, file == nil, session.output.isTerminal {
            throw CommandError(
                code: ExitStatus.usage, message: "a terminal can't show \(format.rawValue); name a file with -o")
        }
        guard !folders || format == .netscape else {
            throw CommandError(
                code: ExitStatus.usage, message: "--folders is only for bookmarks; use --format netscape")
        }
        if matching != nil, !calendar, !format.isOfItems {
            throw CommandError(
                code: ExitStatus.usage,
                message:
                    "--matching is for items, which '\(format.rawValue)' doesn't contain; use --format netscape, pinboard, items-csv, links or ndjson"
            )
        }
        switch format.content {
        case .items(.ndjson) where matching == nil && global.set == nil:
            try writeEverything(to: target(file, format), session)
        case .items(let items): try write(items, to: target(file, format), session)
        case .drawing(let isColored):
            let drawing = try drawing(isColored: isColored, session)
            guard let target = target(file, format) else { return try session.print(drawing) }
            try target.write(Data(drawing.text.utf8))
        case .data(let kind):
            let text = try text(in: kind, session)
            try write(Data(text.utf8), to: target(file, format), session)
        case .picture(let kind):
            let bytes = try calendar ? calendarPicture(in: kind, session) : picture(in: kind, session)
            try write(bytes, to: target(file, format), session)
        }
        // In a pipe, the remark would be a part of the export.
        guard let file, !OutputPath.isStandardOutput(file) else { return }
        try session.remark("wrote \(file)\n", global)
    }

    /// Returns the file to write, or `nil` for standard output.
    private func target(_ file: String?, _ format: ExportFormat) -> AtomicFile? {
        file.map { AtomicFile(path: $0, format: force ? nil : format) }
    }

    private func write(_ bytes: Data, to file: AtomicFile?, _ session: Session) throws {
        guard let file else { return try session.output.write(bytes) }
        try file.write(bytes)
    }

    private func picture(in format: PictureFormat, _ session: Session) throws -> Data {
        let bar = ProgressBar(title: "export", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        return try pictureExport(session)
            .bytes(in: format, of: session.set(global), from: session.service(global), progress: { bar.show($0) })
    }

    /// Returns the format of a calendar, which is a picture; `.html` can't be bookmarks here.
    private func calendarFormat(_ file: String?) throws -> ExportFormat {
        let ending = file?.split(separator: ".").last.map { String($0).lowercased() } ?? ""
        let inferred: ExportFormat? =
            try ["html", "htm"].contains(ending) ? .html : file.map(ExportFormat.init(fileName:))
        guard let format = format ?? inferred, case .picture = format.content else {
            throw CommandError(
                code: ExitStatus.usage, message: "--calendar is a picture; use --format svg, png, pdf or html")
        }
        return format
    }

    /// Returns the picture of the calendar that `stats --calendar` prints.
    private func calendarPicture(in format: PictureFormat, _ session: Session) throws -> Data {
        let service = try session.service(global)
        let query = ItemQuery(matching ?? "")
        let set = session.itemSet(allSets, global, query: query.text)
        let found = try service.items.statistics(by: .day, matching: query, in: set)
        if found.periods.isEmpty, let error = try session.noMatch(query, in: set, service) { throw error }
        let name = try set.map { try service.sets.name(of: $0) } ?? "All sets"
        let bar = ProgressBar(title: "export", isShown: isatty(2) == 1 && !global.quiet)
        defer { bar.end() }
        let calendar = YearCalendar(found.periods).picture(name: name)
        return try pictureExport(session).bytes(in: format, of: calendar, progress: { bar.show($0) })
    }

    private func text(in format: DataFormat, _ session: Session) throws -> String {
        let board = try board(in: format, session)
        return switch format {
        case .markdown: TagTable.markdown(board)
        case .csv: TagTable.csv(board)
        // The mark comes first, where the file's beginning shows it.
        case .json: "{\(ExportMark.jsonField),\(try JSONLine.text(of: BoardDocument(board)).dropFirst())"
        }
    }

    /// Returns the board drawn with characters.
    private func drawing(isColored: Bool, _ session: Session) throws -> PrintableText {
        let presenter = presenter(isColored: isColored, session)
        let service = try session.service(global)
        let board = try service.sets.board(presenter.request(selectedOnly: selectedOnly), of: session.set(global))
        let title = board.title.map { "\($0)\n" as PrintableText } ?? ""
        return title + presenter.draw(board, from: service)
    }

    /// Returns the board in cells, or in points for JSON with `--font`.
    private func board(in format: DataFormat, _ session: Session) throws -> Board {
        let service = try session.service(global)
        if format == .json, picture.font != nil {
            return try pictureExport(session).board(of: session.set(global), from: service).sections.board
        }
        var request = presenter(isColored: false, session).request(selectedOnly: selectedOnly)
        // A table has a row for each tag: a board with a single line hides none.
        if format != .json { request.settings.width = .infinity }
        return try service.sets.board(request, of: session.set(global))
    }

    private func presenter(isColored: Bool, _ session: Session) -> BoardPresenter {
        var presenter = session.presenter
        presenter.style.colors = isColored ? .palette : .none
        presenter.tried.width = width.map { min($0.rounded(.down), 1_000_000) } ?? presenter.tried.width
        presenter.tried.alignment = align ?? presenter.tried.alignment
        return presenter
    }

    private func pictureExport(_ session: Session) -> PictureExport {
        var settings = LayoutSettings()
        settings.alignment = align
        return PictureExport(
            options: picture, environment: session.environment, settings: settings, selectedOnly: selectedOnly,
            width: width)
    }
}

/// Writing items and the whole database as they are read, so that they never fill the memory.
extension ExportCommand {
    private func writeEverything(to file: AtomicFile?, _ session: Session) throws {
        let service = try session.service(global)
        if let file {
            try file.write { writer in try service.files.exportNDJSON { try writer.write($0) } }
        } else if session.output.isTerminal {
            try session.output.write(try service.files.exportNDJSON().utf8)
        } else {
            try session.output.flush()
            let writer = DescriptorWriter(descriptor: 1)
            try service.files.exportNDJSON { try writer.write($0) }
        }
        guard !session.isWithoutDatabase else { return }
        try session.note("words learned from the texts of items aren't exported", global)
    }

    private func write(_ format: ItemExportFormat, to file: AtomicFile?, _ session: Session) throws {
        let service = try session.service(global)
        let query = matching.map { ItemQuery($0) }
        let set = session.itemSet(allSets, global, query: matching ?? "")
        let total = try service.items.count(query ?? ItemQuery(), in: set)
        if total == 0, let error = try session.noMatch(query ?? ItemQuery(), in: set, service) { throw error }
        // Who names the set knows that others are left out.
        let others =
            try global.set == nil
            ? set.flatMap { try session.matches(of: query ?? ItemQuery(), outside: $0, service) }
                .map { "items of other sets aren't exported: \($0)" } : nil
        var skipped = 0
        if let file {
            try file.write { writer in
                skipped = try service.files.exportItems(as: format, matching: query, in: set, inFolders: folders) {
                    try writer.write($0)
                }
                guard total > 0, skipped == total else { return }
                // An earlier export isn't replaced by a file without items.
                throw CommandError(
                    code: ExitStatus.nothingFound,
                    message: "no item has a location, so nothing was written\(others.map { "; \($0)" } ?? "")")
            }
        } else {
            skipped = try service.files.exportItems(as: format, matching: query, in: set, inFolders: folders) {
                try session.output.write($0)
            }
        }
        if let others, file != nil { try session.note("\(others)", global) }
        guard skipped > 0 else { return }
        let items = skipped == 1 ? "1 item without a location was" : "\(skipped) items without a location were"
        try session.note("\(items) skipped", global)
    }
}
