import TagService
import TerminalFrontEnd
import TextMeasurement

extension ImportReport {
    /// Adds the counts of another file.
    mutating func add(_ other: ImportReport) {
        newTags += other.newTags
        newSets += other.newSets
        newImplications += other.newImplications
        newDescriptions += other.newDescriptions
        newItems += other.newItems
        replaced += other.replaced
        sets += other.sets.filter { !sets.contains($0) }
        deleted += other.deleted
        kept += other.kept
        untagged += other.untagged
        partlyPaired += other.partlyPaired
        unchanged += other.unchanged
        stored += other.stored
        joined += other.joined
        splitAtSpaces += other.splitAtSpaces
        lines = Array((lines + other.lines).prefix(10_000))
        fieldChanges.add(other.fieldChanges)
        skipped += other.skipped
        unusedColumns += other.unusedColumns
        invalidFrontMatter += other.invalidFrontMatter
        frontMatterErrors = Array((frontMatterErrors + other.frontMatterErrors).prefix(1_000))
        unreadDates += other.unreadDates
        firstUnreadDate = firstUnreadDate ?? other.firstUnreadDate
        errors += other.errors
        newTagNames = Array((newTagNames + other.newTagNames).prefix(10))
        if let more = other.items { items = Array(((items ?? []) + more).prefix(1_000)) }
        isDryRun = other.isDryRun
    }

    /// The name of a skipped entry: notes are files of a folder.
    var skippedNoun: String {
        guard errors.contains(where: { $0.file != nil }) else { return "invalid line" }
        return errors.allSatisfy { $0.file != nil } ? "unreadable note" : "invalid entry"
    }

    /// The counts in one line.
    var text: PrintableText {
        let others = unchanged - stored
        let known =
            (joined == 0 ? "" : ", \(joined) joined with items of this file")
            + (others == 0 ? "" : ", \(Self.count(others, "other line")) already known")
        let left =
            (skipped == 0 ? "" : ", skipped \(Self.count(skipped, skippedNoun))")
            + (untagged == 0 ? "" : ", \(Self.count(untagged, "item")) without tags")
            + (splitAtSpaces == 0 ? "" : ", tags of \(Self.count(splitAtSpaces, "bookmark")) split at spaces")
        let changed = (replaced == 0 ? "" : ", \(replaced) changed") + (deleted == 0 ? "" : ", \(deleted) deleted")
        let large =
            partlyPaired == 0
            ? "" : ", learning only the pairs of the 256 rarest tags of \(Self.count(partlyPaired, "item"))"
        let implications = newImplications == 0 ? "" : ", \(Self.count(newImplications, "new implication"))"
        let described = newDescriptions == 0 ? "" : ", \(Self.count(newDescriptions, "described tag"))"
        let names = newTagNames.joined(separator: ", ")
        let rest = newTags - newTagNames.count
        let tags: PrintableText =
            isDryRun && newTags > 0 ? "new tags: \(names)\(rest > 0 ? " and \(rest) more" : "")\n" : ""
        return "\(isDryRun ? "would import" : "imported") "
            + "\(Self.count(newItems, "item"))\(changed)\(Session.place(ofSets: sets)), \(Self.count(newTags, "new tag")), "
            + "\(Self.count(newSets, "new set"))\(implications)\(described); "
            + "\(stored) already stored\(known)\(left)\(large)\n" + tags
    }

    /// The changes made to fields before they were stored: a sentence for each kind.
    var fieldChangeTexts: [PrintableText] {
        func text(_ count: FieldChanges.Count, _ one: String, _ many: String) -> PrintableText? {
            guard count.count > 0 else { return nil }
            let first = count.first.map { count.count == 1 ? ": \($0)" : ", the first: \($0)" } ?? ""
            return count.count == 1 ? "1 \(one)\(first)" : "\(count.count) \(many)\(first)"
        }
        return [
            text(
                fieldChanges.cutTitles, "title is longer than 1,000 bytes and was cut",
                "titles are longer than 1,000 bytes and were cut"),
            text(
                fieldChanges.cutNotes, "note is longer than 64 KiB and was cut",
                "notes are longer than 64 KiB and were cut"),
            text(
                fieldChanges.replacedCharacters, "title or note has characters that can't be shown, now spaces",
                "titles or notes have characters that can't be shown, now spaces"),
            text(
                fieldChanges.unreadTimes, "item has a time that isn't understood, and got the time of the import",
                "items have times that aren't understood, and got the time of the import"),
            text(
                fieldChanges.leftOutAttributes,
                "attribute of a bookmark is too long or could run code, and was left out",
                "attributes of bookmarks are too long or could run code, and were left out"),
            text(
                fieldChanges.displacedTags, "tag was left out, because its item has a later tag of the same group",
                "tags were left out, because their items have later tags of the same groups"),
        ]
        .compactMap(\.self)
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
