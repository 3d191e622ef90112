import ArgumentParser
import TagService
import TaggedFiles

/// The format of an imported file: one of tagflow's formats, or another program's.
///
/// ```swift
/// ImportChoice(argument: "ndjson")  // .own(.ndjson)
/// ImportChoice(argument: "netscape")  // .items(.netscape(folders: false))
/// ```
enum ImportChoice: Hashable, ExpressibleByArgument {
    case own(ImportFormat)
    case items(ItemFormat)

    init?(argument: String) {
        if let format = ImportFormat(rawValue: argument) {
            self = .own(format)
        } else if let format = ItemFormat.all.first(where: { $0.name == argument }) {
            self = .items(format)
        } else {
            return nil
        }
    }

    static var allValueStrings: [String] { ImportFormat.allCases.map(\.rawValue) + ItemFormat.all.map(\.name) }

    var defaultValueDescription: String {
        switch self {
        case .own(let format): format.rawValue
        case .items(let format): format.name
        }
    }

    /// The format for `--folders`, which imports the folders of bookmarks as tags.
    var withFolders: Self {
        guard case .items(.netscape) = self else { return self }
        return .items(.netscape(folders: true))
    }

    /// Infers the format of a file from its first bytes or, failing that, its file name extension.
    ///
    /// - Throws: `CommandError` if the file has a known format that can't be imported.
    init(of input: InputFile, _ file: String) throws {
        let start = try input.start()
        if let format = Self.itemFormat(start, file) {
            self = .items(format)
            return
        }
        let recognized = ImportFormat(recognizing: start)
        // A Markdown task list may have a heading, like a note.
        if recognized != .markdown, let content = ForeignContent(start) {
            throw CommandError(
                code: ExitStatus.badData,
                message:
                    "\(input.name) is \(content), not a list of tags; write one with 'export --format ndjson', or name the format with --from"
            )
        }
        if let format = ItemFormat(fileName: file) {
            self = .items(format)
            return
        }
        guard let named = ImportFormat(fileName: file) else {
            self = .own(ImportFormat(sniffing: start))
            return
        }
        // The extension .txt says nothing about the content.
        self = .own(named == .text ? recognized ?? .text : named)
    }

    /// Returns the other program's format that a file is recognized as.
    private static func itemFormat(_ start: [UInt8], _ file: String) -> ItemFormat? {
        let format = ItemFormat(recognizing: start)
        // Other lists of tags may contain lines that look like it.
        guard format == .tagcomplete else { return format }
        return ImportFormat(fileName: file) == .csv ? format : nil
    }
}
