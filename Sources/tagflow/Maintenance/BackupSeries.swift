import Foundation
import TagService
import TextMeasurement

/// Backups in one folder whose names differ only in their date and time.
///
/// ```swift
/// let series = BackupSeries(of: "backups/tags.sqlite")
/// series?.path(at: now)  // backups/tags-2026-11-25T101112.sqlite
/// ```
struct BackupSeries {
    /// The folder with a slash at its end; empty for the current folder.
    private let folder: String
    /// The name without its extension.
    private let stem: String
    /// The extension with its dot; empty without an extension.
    private let ending: String

    /// Creates a series from the path without a date; `nil` if it isn't the path of a file.
    init?(of path: String) {
        folder = String(path[..<(path.lastIndex(of: "/").map { path.index(after: $0) } ?? path.startIndex)])
        let name = path.dropFirst(folder.count)
        guard !["", ".", ".."].contains(name) else { return nil }
        let dot = name.lastIndex(of: ".") ?? name.endIndex
        let end = dot == name.startIndex ? name.endIndex : dot
        (stem, ending) = (String(name[..<end]), String(name[end...]))
    }

    /// Returns the path of the backup of a time, in the local time zone.
    func path(at time: Date) -> String {
        let style = Date.ISO8601FormatStyle(dateTimeSeparator: .space, timeZone: .current).year().month().day()
            .time(includingFractionalSeconds: false)
        let text = time.formatted(style).replacing(" ", with: "T").replacing(":", with: "")
        return "\(folder)\(stem)-\(text)\(ending)"
    }

    /// Deletes all backups of the series except the newest.
    ///
    /// - Parameters:
    ///   - count: the number of backups to keep.
    ///   - new: the path of the backup that was just made, which is kept in any case.
    /// - Returns: the paths of the deleted backups, newest first.
    /// - Throws: `CommandError`.
    func deleteOld(keeping count: Int, after new: String) throws -> [String] {
        let old = try names().filter { folder + $0 != new && isBackup($0) }.sorted(by: >).dropFirst(count - 1)
            .map { folder + $0 }
        for path in old {
            do { try FileManager.default.removeItem(atPath: path) } catch {
                throw Self.failure("can't delete the old backup \(path.quoted)")
            }
        }
        return old
    }

    private func names() throws -> [String] {
        let folder = folder.isEmpty ? "." : folder
        do { return try FileManager.default.contentsOfDirectory(atPath: folder) } catch {
            throw Self.failure("can't list the backups in \(folder.quoted)")
        }
    }

    /// Returns whether a file is a backup of the series: a database that isn't open and has a dated name.
    private func isBackup(_ name: String) -> Bool {
        let (start, path) = ("\(stem)-", folder + name)
        guard name.hasPrefix(start), name.hasSuffix(ending), name.count > start.count + ending.count else {
            return false
        }
        let date = name.dropFirst(start.count).dropLast(ending.count)
        return date.wholeMatch(of: /[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{6}/) != nil && !OpenDatabases.holds(path)
            && isRegularFile(path) && TagService.Maintenance.isDatabase(atPath: path)
    }

    private func isRegularFile(_ path: String) -> Bool {
        do {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            return attributes[.type] as? FileAttributeType == .typeRegular
        } catch {
            // A file that can't be inspected isn't deleted.
            return false
        }
    }

    private static func failure(_ problem: String) -> CommandError {
        CommandError(code: ExitStatus.inputOutput, message: "\(problem); check the permissions of its folder")
    }
}
