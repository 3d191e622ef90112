package import Foundation
internal import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file that has tags: a note in its front matter, any other file in its extended attribute `user.xdg.tags`.
package struct TaggedFile: Sendable {
    private enum Place: Sendable {
        case note(Note, NoteFile.Content)
        case attribute(TagAttribute)
    }

    /// Other tags for a file, ready to be written.
    package struct Change: Sendable {
        /// All tags of the file after the change, each once.
        package let tags: [String]
        /// The tags that should go and stand in the text of a note, which stays as it is.
        package let left: [NoteTag]
        fileprivate let old: [UInt8]
        fileprivate let new: [UInt8]

        /// Whether anything is to be written.
        package var isChanged: Bool { old != new }
    }

    /// The path as it was given.
    package let path: String
    /// The absolute path of the file itself, behind all links.
    package let resolvedPath: String
    /// Its tags, each once.
    package let tags: [String]
    /// What it is called: a note's title, else the file's name.
    package let title: String
    /// What it is about: its title and its text, as far as that is known.
    package let question: String
    /// The date of a note.
    package let time: Date?
    private let file: NoteFile
    private let place: Place

    /// Reads the file at a path.
    ///
    /// - Throws: Why it has no tags that could be read.
    package init(_ path: String) throws(NoteFileError) {
        self.path = path
        resolvedPath = try Self.resolved(path)
        file = NoteFile(systemPath: resolvedPath, path: path)
        if NoteFolder.isNote(resolvedPath, [.markdown]) {
            let (note, content) = try file.note()
            let thing = note.item(at: path)
            (tags, time) = (note.names, thing.time)
            title = thing.title ?? ""
            question = note.title == nil ? note.body : "\(title)\n\(note.body)"
            place = .note(note, content)
        } else {
            try file.requireFile()
            let attribute = try TagAttribute(of: file)
            (tags, time) = (attribute.tags, nil)
            title = resolvedPath.split(separator: "/").last.map(String.init) ?? path
            question = "\(title)\n\(file.beginning(Self.textLimit) ?? "")"
            place = .attribute(attribute)
        }
    }

    /// The bytes of a text beside a note that tell what it is about.
    private static let textLimit = 1 << 16

    private static func resolved(_ path: String) throws(NoteFileError) -> String {
        guard path != "-" else {
            throw NoteFileError(
                path: path,
                reason: "standard input has no tags; name a file",
                isMissing: true
            )
        }
        guard !path.utf8.contains(0), let real = NoteFolder.realPath(path) else {
            var status = stat()
            // The system fills the record that it is given.
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            let code = errno
            let denied = NoteFileError(
                path: path,
                reason: "\(SystemError(code).text); change the mode of its folder",
                cause: .denied
            )
            if !isLink, code == EACCES { throw denied }
            throw NoteFileError(
                path: path,
                reason: isLink
                    ? "it is a link to a file that is not there; name another one"
                    : "there is no such file; name one that is there",
                isMissing: true
            )
        }
        guard !NoteFolder.isFolder(real) else {
            throw NoteFileError(
                path: path,
                reason: "it is a folder; name files in it",
                isMissing: true
            )
        }
        return real
    }

    /// What the file would be with other tags.
    ///
    /// - Parameters:
    ///   - removed: Those of its tags that go.
    ///   - added: Tags that come, none of which it has.
    /// - Returns: The change, which is written by ``write(_:)``.
    /// - Throws: Why it cannot have them.
    package func changed(
        removing removed: Set<String>,
        adding added: [String]
    ) throws(NoteFileError) -> Change {
        let stays = { (left: [NoteTag]) in
            tags.filter { tag in !removed.contains(tag) || left.contains { $0.name == tag } }
        }
        switch place {
        case .note(let note, let content):
            do throws(NoteError) {
                let tagging = try note.tagging(removing: removed, adding: added)
                return Change(
                    tags: stays(tagging.left) + added,
                    left: tagging.left,
                    old: content.bytes,
                    new: tagging.file
                )
            } catch {
                throw NoteFileError(
                    path: "\(path):\(error.line)",
                    reason: error.text,
                    cause: .content
                )
            }
        case .attribute(let attribute):
            let value = try attribute.value(removing: removed, adding: added)
            return Change(tags: stays([]) + added, left: [], old: attribute.value, new: value)
        }
    }

    /// Gives the file other tags, unless somebody has changed it since it was read.
    ///
    /// - Throws: Why it is left as it was.
    package func write(_ change: Change) throws(NoteFileError) {
        guard change.isChanged else { return }
        switch place {
        case .note(_, let content): try file.replace(with: change.new, after: content)
        case .attribute(let attribute): try attribute.replace(with: change.new)
        }
    }

    /// What a change does, for a diff that names the file by a path.
    package func difference(_ change: Change, path: String) -> Difference {
        guard change.isChanged else { return .none }
        if case .note = place {
            return .diff(UnifiedDiff(change.old, change.new, path: path).bytes)
        }
        return .attribute(
            old: String(decoding: change.old, as: UTF8.self),
            new: String(decoding: change.new, as: UTF8.self)
        )
    }

    /// What a change does.
    package enum Difference: Hashable, Sendable {
        /// Nothing.
        case none
        /// The lines of a note that differ, as `git apply` takes them.
        case diff([UInt8])
        /// The value of the attribute before and after.
        case attribute(old: String, new: String)
    }
}
