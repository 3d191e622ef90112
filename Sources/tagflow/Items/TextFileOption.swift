import ArgumentParser

/// The option `--text-file FILE`.
struct TextFileOption: ParsableArguments {
    @Option(
        name: .customLong("text-file"),
        help: ArgumentHelp("A file with the item's text, as evidence; '-' is standard input.", valueName: "file"))
    var path: String?

    /// Returns the text in the file; `nil` without the option.
    ///
    /// - Throws: `CommandError` if the file can't be read, is longer than 1 MB or isn't UTF-8.
    func text(in session: Session) throws -> String? {
        guard let path else { return nil }
        try session.requireFile(path)
        return try InputFile.open(path).itemText()
    }
}
