package import Foundation
package import TagService

#if canImport(Glibc)
internal import Glibc
#elseif canImport(Darwin)
internal import Darwin
#endif

/// A file whose tags can be changed: in the front matter of a note, or in the attribute `user.xdg.tags` of any other
/// file.
///
/// ```swift
/// let file = try TaggedFile("trip.md")
/// let change = try file.changed(removing: ["draft"], adding: ["travel"])
/// try file.edit(change)?.write()
/// ```
package struct TaggedFile: Sendable {
    private enum Place: Sendable {
        case note(Note, NoteFile.Content)
        case attribute(TagAttribute)
    }

    /// A prepared change of the tags of a file.
    package struct Change: Sendable {
        /// The distinct tags of the file after the change.
        package let tags: [String]
        /// The tags to remove that are in the text of a note, which isn't edited.
        package let left: [NoteTag]
        fileprivate let old: [UInt8]
        fileprivate let new: [UInt8]

        /// Whether the change modifies the file.
        package var isChanged: Bool { old != new }
    }

    /// The path as given.
    package let path: String
    /// The absolute path with symbolic links resolved.
    package let resolvedPath: String
    /// The distinct tags.
    package let tags: [String]
    /// The title of a note, or otherwise the file's name.
    package let title: String
    /// The evidence for suggestions: the title, followed by the text if it's readable.
    package let evidence: ItemEvidence
    /// The date of a note.
    package let time: Date?
    private let file: NoteFile
    private let place: Place

    /// Reads the tags of the file at a path.
    ///
    /// - Throws: `NoteFileError` if the tags can't be read.
    package init(_ path: String) throws(NoteFileError) {
        self.path = path
        resolvedPath = try Self.resolved(path)
        file = NoteFile(systemPath: resolvedPath, path: path)
        if NoteFolder.isNote(resolvedPath, [.markdown]) {
            let (note, content) = try file.note()
            let thing = note.item(at: resolvedPath)
            (tags, time) = (note.names, thing.time)
            title = thing.title ?? ""
            evidence = ItemEvidence(title: title, text: note.body)
            place = .note(note, content)
        } else {
            try file.requireFile()
            let attribute = try TagAttribute(of: file)
            (tags, time) = (attribute.tags, nil)
            title = resolvedPath.split(separator: "/").last.map(String.init) ?? path
            evidence = ItemEvidence(title: title, text: file.beginning(Self.textLimit) ?? "")
            place = .attribute(attribute)
        }
    }

    /// The maximum number of bytes read as evidence from a file that isn't a note.
    private static let textLimit = 1 << 16

    private static func resolved(_ path: String) throws(NoteFileError) -> String {
        guard path != "-" else {
            throw NoteFileError(path: path, reason: "standard input has no tags; specify a file", isMissing: true)
        }
        guard !path.utf8.contains(0), let real = NoteFolder.realPath(path) else {
            var status = stat()
            // Safe: the call fills the struct passed to it.
            let isLink = unsafe lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
            let code = errno
            let denied = NoteFileError(
                path: path, reason: "\(SystemError(code).text); check the permissions of its folder", cause: .denied)
            if !isLink, code == EACCES { throw denied }
            throw NoteFileError(
                path: path,
                reason: isLink
                    ? "a symbolic link to a missing file; choose another file" : "no such file; check the path",
                isMissing: true)
        }
        guard !NoteFolder.isFolder(real) else {
            throw NoteFileError(path: path, reason: "a folder; specify the files in it", isMissing: true)
        }
        return real
    }

    /// Prepares a change of the file's tags.
    ///
    /// - Parameters:
    ///   - removed: The tags to remove.
    ///   - added: The tags to add; the file must not have them yet.
    /// - Returns: The change, for ``edit(_:)``.
    /// - Throws: `NoteFileError` if the file can't hold the tags.
    package func changed(removing removed: Set<String>, adding added: [String]) throws(NoteFileError) -> Change {
        let stays = { (left: [NoteTag]) in
            tags.filter { tag in !removed.contains(tag) || left.contains { $0.name == tag } }
        }
        switch place {
        case .note(let note, let content):
            do throws(NoteError) {
                let tagging = try note.tagging(removing: removed, adding: added)
                return Change(
                    tags: stays(tagging.left) + added, left: tagging.left, old: content.bytes, new: tagging.file)
            } catch { throw NoteFileError(path: "\(path):\(error.line)", reason: error.text, cause: .content) }
        case .attribute(let attribute):
            let value = try attribute.value(removing: removed, adding: added)
            return Change(tags: stays([]) + added, left: [], old: attribute.value, new: value)
        }
    }

    /// Returns a change as an edit that undo can revert, or nil if it modifies nothing.
    package func edit(_ change: Change) -> FileEdit? {
        guard change.isChanged else { return nil }
        return switch place {
        case .note(_, let content): FileEdit(file, .content(content), bytes: change.new)
        case .attribute(let attribute): FileEdit(file, .attribute(attribute.value), bytes: change.new)
        }
    }

    /// Returns the difference between the old and the new file.
    ///
    /// - Parameters:
    ///   - change: The change.
    ///   - path: The path to show in a diff.
    /// - Returns: The difference.
    package func difference(_ change: Change, path: String) -> Difference {
        guard change.isChanged else { return .none }
        if case .note = place { return .diff(UnifiedDiff(change.old, change.new, path: path).bytes) }
        return .attribute(
            old: String(decoding: change.old, as: UTF8.self), new: String(decoding: change.new, as: UTF8.self))
    }

    /// The difference that a change makes.
    package enum Difference: Hashable, Sendable {
        /// No difference.
        case none
        /// A unified diff of a note, for `git apply`.
        case diff([UInt8])
        /// The values of the attribute before and after.
        case attribute(old: String, new: String)
    }
}
