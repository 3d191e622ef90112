internal import TagService

/// The error for a note, file or folder that can't be read or changed.
package struct NoteFileError: Error, Hashable, Sendable {
    /// The path relative to the folder of notes, or as given.
    package var path: String
    /// The reason, such as `larger than 64 MB`.
    package var reason: String
    /// Whether the file or folder doesn't exist.
    package var isMissing: Bool
    /// Whether it's a symbolic link out of the folder, which isn't an error.
    package var isLink: Bool
    /// The kind of error.
    package var cause: Cause

    /// Creates an error for the file at a path.
    package init(path: String, reason: String, isMissing: Bool = false, isLink: Bool = false, cause: Cause = .system) {
        self.path = path
        self.reason = reason
        self.isMissing = isMissing
        self.isLink = isLink
        self.cause = cause
    }

    /// The kinds of errors.
    package enum Cause: Hashable, Sendable {
        /// An error of the system, such as a full disk.
        case system
        /// Missing permission.
        case denied
        /// Another program changed the file meanwhile.
        case changed
        /// Invalid content.
        case content
        /// A feature that the file system lacks.
        case unsupported
    }
}
