/// The result of replacing tags in a note.
package struct NoteEdit: Sendable {
    /// The bytes of the file with the new names.
    package let file: [UInt8]
    /// The tags that couldn't be replaced.
    package let left: [NoteTag]
}

extension Note {
    /// Returns the note with some of its tags replaced; only the bytes of those tags change.
    ///
    /// A tag in front matter is removed if its list already has the new name. The result is parsed again to verify it,
    /// so a name that YAML would interpret differently isn't written.
    ///
    /// - Parameters:
    ///   - names: The new names by old name.
    ///   - removingDuplicates: Whether to remove tags from front matter; otherwise a list may get a name twice.
    /// - Returns: The new bytes and the tags that couldn't be replaced or removed.
    /// - Complexity: Linear in the size of the note, for each of at most a few passes.
    package func replacing(_ names: [String: String], removingDuplicates: Bool = true) -> NoteEdit {
        var edit = replacingOnce(names, removingDuplicates: removingDuplicates)
        var file = text.file(of: text.bytes)
        // Tags that couldn't be removed together may be removable once the other names are replaced.
        while !edit.left.isEmpty, edit.file != file {
            file = edit.file
            let note: Note
            do throws(NoteError) { note = try Note(file: file, language) } catch { break }
            edit = note.replacingOnce(names, removingDuplicates: removingDuplicates)
        }
        return edit
    }

    private func replacingOnce(_ names: [String: String], removingDuplicates: Bool) -> NoteEdit {
        let duplicates = removingDuplicates ? duplicates(after: names) : []
        if !duplicates.isEmpty, let edit = edit(names, duplicates, isRemoving: true) { return edit }
        return edit(names, duplicates, isRemoving: false)
            ?? NoteEdit(file: text.file(of: text.bytes), left: tags.filter { names[$0.name] != nil })
    }

    /// Returns the indices of the tags in front matter whose list will already have their new name.
    private func duplicates(after names: [String: String]) -> Set<Int> {
        let listed = tags.indices.filter { tags[$0].isInFrontMatter }
        guard listed.count > 1, listed.contains(where: { names[tags[$0].name] != nil }) else { return [] }
        let frontMatter = FrontMatterEdit(text)
        let lists = listed.map { frontMatter.listStart(of: tags[$0]) }
        var present: [Int?: Set<String>] = [:]
        for (index, list) in zip(listed, lists) where names[tags[index].name] == nil {
            present[list, default: []].insert(tags[index].name)
        }
        var duplicates: Set<Int> = []
        for (index, list) in zip(listed, lists) {
            let tag = tags[index]
            guard let name = names[tag.name] else { continue }
            if present[list]?.contains(name) == true {
                duplicates.insert(index)
            } else if tag.range != nil, tag.written(name) != nil {
                present[list, default: []].insert(name)
            }
        }
        return duplicates
    }

    /// Replaces tags, and removes duplicates or leaves them as they are.
    ///
    /// - Returns: The edited note, or nil if its tags or other values would differ from the expected ones.
    private func edit(_ names: [String: String], _ duplicates: Set<Int>, isRemoving: Bool) -> NoteEdit? {
        var edits: [FrontMatterEdit.Edit] = []
        var (removed, left, expected): ([NoteTag], [NoteTag], [String]) = ([], [], [])
        for (index, tag) in tags.enumerated() {
            guard let name = names[tag.name] else {
                expected.append(tag.name)
                continue
            }
            if duplicates.contains(index), isRemoving, tag.range != nil {
                removed.append(tag)
            } else if !duplicates.contains(index), let range = tag.range, let bytes = tag.written(name) {
                edits.append((range, bytes))
                expected.append(name)
            } else {
                left.append(tag)
                expected.append(tag.name)
            }
        }
        guard let bytes = bytes(with: edits, removing: removed) else { return nil }
        let file = text.file(of: bytes)
        guard isExpected(file, expected, comparesValues: !removed.isEmpty) else { return nil }
        return NoteEdit(file: file, left: left)
    }

    /// Returns the edited bytes, or nil if a tag can't be removed.
    private func bytes(with edits: [FrontMatterEdit.Edit], removing removed: [NoteTag]) -> [UInt8]? {
        guard !removed.isEmpty else { return FrontMatterEdit.bytes(text.bytes, with: edits) }
        var edit = FrontMatterEdit(text)
        do throws(NoteError) { try edit.remove(removed) } catch { return nil }
        edit.edits += edits
        return edit.edited
    }

    /// Returns whether an edited file has the expected tags, and the other values of front matter if they are compared.
    private func isExpected(_ file: [UInt8], _ names: [String], comparesValues: Bool) -> Bool {
        let edited: Note
        do throws(NoteError) { edited = try Note(file: file, language) } catch { return false }
        return edited.tags.map(\.name) == names && edited.parseError == parseError
            && (!comparesValues || hasSameValues(as: edited))
    }
}
