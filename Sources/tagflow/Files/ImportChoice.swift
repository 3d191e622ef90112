import ArgumentParser
import TagService
import TaggedFiles

/// The format of an imported file: one of tagflow's formats, or another program's.
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

    static var allValueStrings: [String] {
        ImportFormat.allCases.map(\.rawValue) + ItemFormat.all.map(\.name)
    }

    var defaultValueDescription: String {
        switch self {
        case .own(let format): format.rawValue
        case .items(let format): format.name
        }
    }

    /// The format with the folders of bookmarks as tags.
    var withFolders: Self {
        guard case .items(.netscape) = self else { return self }
        return .items(.netscape(folders: true))
    }

    /// The format of a file by its first bytes, or else by the ending of its name.
    ///
    /// - Throws: `CommandError` for a file that is recognized as something that is not imported.
    init(of input: InputFile, _ file: String) throws {
        let start = try input.start()
        if let format = Self.itemFormat(start, file) {
            self = .items(format)
            return
        }
        let recognized = ImportFormat(recognizing: start)
        // A task list may have a heading, as a note has.
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
        // Files of any content end with '.txt'.
        self = .own(named == .text ? recognized ?? .text : named)
    }

    /// The format of another program that a file is recognized as.
    private static func itemFormat(_ start: [UInt8], _ file: String) -> ItemFormat? {
        let format = ItemFormat(recognizing: start)
        // Any list of tags may have such a line.
        guard format == .tagcomplete else { return format }
        return ImportFormat(fileName: file) == .csv ? format : nil
    }
}
