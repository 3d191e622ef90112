package import TagService

extension NoteFile {
    /// Reads and parses the file.
    ///
    /// - Returns: The note and the content it was parsed from.
    /// - Throws: `NoteFileError` if the file can't be read or decoded.
    package func note() throws(NoteFileError) -> (note: Note, content: Content) {
        let content = try read()
        do throws(NoteError) {
            let language = NoteLanguage(path: path) ?? .markdown
            return (try Note(file: content.bytes, language), content)
        } catch {
            throw NoteFileError(path: "\(path):\(error.line)", reason: "the line \(error.text)", cause: .content)
        }
    }
}
