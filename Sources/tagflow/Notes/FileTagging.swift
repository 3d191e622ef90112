import Foundation
import TagService
import TaggedFiles
import TerminalFrontEnd
import TextMeasurement

/// The tags to add to files and to remove from them.
struct TagEdit {
    /// The added tags, each with the name to write and the key of the tag.
    let added: [(name: String, identity: String)]
    /// The keys of the removed tags.
    let removed: Set<String>
    /// The names of the removed tags, by key.
    private let removedNames: [String: String]

    /// Resolves the names and aliases of tags.
    ///
    /// - Throws: `TagServiceError` if a name is invalid; `CommandError` if a tag is both added and
    ///   removed.
    init(adding: [String], removing: [String], _ service: TagService) throws {
        var added: [(String, String)] = []
        let identities = try service.tags.identities(of: adding + removing)
        for name in adding {
            let new = try TagService.Tags.tagName(name)
            let identity = identities[name] ?? new
            guard !added.contains(where: { $0.1 == identity }) else { continue }
            added.append((try service.tags.resolved([name]).first ?? new, identity))
        }
        self.added = added.map { (name: $0.0, identity: $0.1) }
        removedNames = removing.reduce(into: [:]) { names, name in
            identities[name].map { names[$0] = names[$0] ?? name }
        }
        removed = Set(removedNames.keys)
        if let both = self.added.first(where: { removed.contains($0.identity) }) {
            throw CommandError(
                code: ExitStatus.usage, message: "\(both.name.quoted) is in both --add and --remove; choose one")
        }
    }

    /// Returns the names of tags to remove that no file had.
    func notFound(_ lost: Set<String>) -> [String] {
        removed.subtracting(lost).compactMap { removedNames[$0] }.sorted()
    }
}

/// The work of `tag` on one file: suggest, pick, write and save.
struct FileTagging {
    let service: TagService
    /// The set that the file is saved in.
    var set: SetReference
    let session: Session
    let global: GlobalOptions
    let output: FormatOptions
    let isDryRun: Bool

    /// The changes of all files, which are one undo step.
    private let step = EditStep("tag")
    /// The paths and titles of the changed files.
    private(set) var changed: [(path: String, title: String)] = []
    /// The keys of the tags removed from any file so far, or that a dry run would remove.
    private(set) var lost: Set<String> = []
    /// The tags of the files that were written and saved.
    private(set) var written: Set<String> = []

    /// The set that suggestions come from; `nil` for all sets if the set of the file doesn't exist yet.
    private var suggestingSet: SetReference? {
        get throws {
            guard case .entrance(let entrance, let name) = set else { return set }
            return try (name ?? service.sets.usual(for: entrance)).map(SetReference.named)
        }
    }

    // MARK: Listing

    /// Prints the tags of a file.
    func list(_ file: TaggedFile) throws {
        let report = TaggedFileReport(file: file.path, tags: file.tags, added: [], removed: [])
        guard output.format == .text else { return try session.print(json: report) }
        try session.print(report.text)
    }

    // MARK: Suggesting

    /// Prints suggestions for a file; returns false if there are none.
    func suggest(for file: TaggedFile, limit: Int, isOneOfMany: Bool) throws -> Bool {
        let question = SuggestionQuery(
            given: try service.tags.resolved(file.tags), item: file.evidence, limit: limit, set: try suggestingSet,
            explains: false)
        let found = try service.suggestions.find(for: question)
        if output.format == .json {
            var answer = SuggestionDocument(question, found)
            answer.file = file.path
            try session.output.write(answer.line)
        } else {
            let start: PrintableText = isOneOfMany ? "\(file.path)\t" : ""
            for suggestion in found.suggestions {
                let reasons = suggestion.because.joined(separator: ", ")
                try session.print("\(start)\(suggestion.tag)\t\(reasons)\n")
            }
        }
        return !found.suggestions.isEmpty
    }

    // MARK: Picking

    /// Shows the picker for a file and writes the selection; returns false if the user cancels.
    mutating func pick(for file: TaggedFile) throws -> Bool {
        let title = file.path.hasSuffix(file.title) ? "" : ": \(file.title)"
        let picker = ItemPicker(
            service: service, set: try suggestingSet ?? .chosen, session: session, evidence: file.evidence,
            header: file.path + title)
        let chosen: [String]?
        do { chosen = try picker.pick(from: file.tags.filter(TagService.Tags.isName)) } catch FrontEndError.noTerminal {
            throw CommandError(
                code: ExitStatus.notAvailable, message: "no terminal for the picker; use --add, --remove or --suggest")
        }
        guard let chosen else {
            try session.note("the tags of \(file.path) weren't changed", global)
            return false
        }
        try apply(chosen, to: file)
        return true
    }

    /// Replaces the tags of a file with the tags chosen in the picker.
    private mutating func apply(_ chosen: [String], to file: TaggedFile) throws {
        let identities = try service.tags.identities(of: chosen + file.tags)
        let wanted = Set(chosen.compactMap { identities[$0] })
        // The picker didn't show invalid names, so they stay in the file.
        let gone = file.tags.filter { name in
            TagService.Tags.isName(name) && !(identities[name].map(wanted.contains) ?? false)
        }
        let wish = try TagEdit(adding: chosen, removing: gone, service)
        try apply(wish, to: file)
    }

    // MARK: Writing

    /// Adds and removes tags of a file, and saves the file with its tags as an item.
    ///
    /// With `--dry-run`, prints a diff instead:
    ///
    /// ```
    /// $ tagflow tag --dry-run --add lake notes/day.md
    /// --- a/notes/day.md
    /// +++ b/notes/day.md
    /// @@ -1,3 +1,3 @@
    ///  ---
    /// -tags: [map]
    /// +tags: [map, lake]
    ///  ---
    /// ```
    mutating func apply(_ wish: TagEdit, to file: TaggedFile) throws {
        let identities = try service.tags.identities(of: file.tags)
        let known = Set(identities.values)
        lost.formUnion(known.intersection(wish.removed))
        let wanted = wish.added.filter { !known.contains($0.identity) }.map(\.name)
        // The file must have the tags that its item gets.
        let displaced = try service.tags.displaced(among: file.tags + wanted, given: wanted)
        let removed = file.tags.filter { wish.removed.contains(identities[$0] ?? "") || displaced.contains($0) }
        let added = wanted.filter { !displaced.contains($0) }
        let change = try file.changed(removing: Set(removed), adding: added)
        if isDryRun {
            try show(change, of: file)
        } else {
            let location = try service.files.location(ofFile: file.resolvedPath, in: set)
            try write(change, to: file, as: location)
            written.formUnion(change.tags)
            let left = Set(change.left.map(\.name))
            let report = TaggedFileReport(
                file: file.path, tags: change.tags, added: added, removed: removed.filter { !left.contains($0) })
            try session.report(report, report.text, output, global)
        }
        if let tag = change.left.first {
            throw NoteFileError(
                path: "\(file.path):\(tag.line)", reason: "'#\(tag.name)' is in the text; remove it there by hand",
                cause: .content)
        }
    }

    /// Writes a file and saves it as an item; the step is named after the files that this changes.
    private mutating func write(_ change: TaggedFile.Change, to file: TaggedFile, as location: String) throws {
        let (path, before) = (file.resolvedPath, step.transactions)
        let isNamed = changed.contains { $0.path == path }
        let new = isNamed ? [] : [(path: path, title: file.title.isEmpty ? file.path : file.title)]
        step.name((changed + new).map { $0.title })
        if let edit = file.edit(change) {
            let errors = try service.undoLog.write([edit], in: step)
            if case let error?? = errors.first { throw error }
        }
        try save(change, of: file, as: location)
        if step.transactions > before { changed += new }
    }

    /// Reports files that undo can't restore, because the undo log has a limit.
    func reportDiscarded() throws {
        let count = try service.undoLog.discardedFiles(of: step)
        guard count > 0 else { return }
        try session.note("\(String.counted(count, "file")) \(count == 1 ? "is" : "are") too large to undo", global)
    }

    private func save(_ change: TaggedFile.Change, of file: TaggedFile, as location: String) throws {
        var names: [String] = []
        for name in change.tags {
            do throws(TagServiceError) { names.append(try TagService.Tags.tagName(name)) } catch {
                try session.note("\(file.path): \(error.description); it isn't saved as an item", global)
            }
        }
        let draft = ItemDraft(
            title: file.title, location: location, text: file.evidence.text, tags: names,
            savedAt: file.time.flatMap { $0 <= Date() ? $0 : nil })
        try service.undoLog.joining(step) { _ = try service.items.save(draft, in: set, appliesRules: false) }
    }

    private func show(_ change: TaggedFile.Change, of file: TaggedFile) throws {
        switch file.difference(change, path: file.pathInDiff) {
        case .none: return
        case .diff(let lines): try session.output.write(lines)
        case .attribute(let old, let new):
            try session.print("user.xdg.tags of \(file.path): \(old.quoted) becomes \(new.quoted)\n")
        }
    }
}

extension TaggedFile {
    /// The path for a diff: relative if the file is in the current folder, otherwise from the root.
    fileprivate var pathInDiff: String {
        let parts = path.split(separator: "/").filter { $0 != "." }
        let isBelow = !path.hasPrefix("/") && !parts.contains("..")
        return isBelow ? parts.joined(separator: "/") : String(resolvedPath.dropFirst())
    }
}

/// The result for a file, as printed by `tag`.
private struct TaggedFileReport: Encodable {
    let file: String
    let tags: [String]
    let added: [String]
    let removed: [String]

    var text: PrintableText { tags.isEmpty ? "\(file): no tags\n" : "\(file): \(tags.joined(separator: ", "))\n" }
}
