import TagService
import TerminalFrontEnd
import TextMeasurement

extension ImportReport {
    /// Adds the counts of another file.
    mutating func add(_ other: ImportReport) {
        newTags += other.newTags
        newSets += other.newSets
        newImplications += other.newImplications
        newItems += other.newItems
        replaced += other.replaced
        deleted += other.deleted
        untagged += other.untagged
        partlyPaired += other.partlyPaired
        unchanged += other.unchanged
        skipped += other.skipped
        unusedColumns += other.unusedColumns
        unreadDates += other.unreadDates
        firstUnreadDate = firstUnreadDate ?? other.firstUnreadDate
        errors += other.errors
        newTagNames = Array((newTagNames + other.newTagNames).prefix(10))
        if let more = other.items { items = Array(((items ?? []) + more).prefix(1_000)) }
        isDryRun = other.isDryRun
    }

    /// What was imported, in a line.
    var text: PrintableText {
        let left =
            (skipped == 0 ? "" : ", skipped \(Self.count(skipped, "invalid line"))")
            + (untagged == 0 ? "" : ", \(Self.count(untagged, "item")) without tags")
        let changed = (replaced == 0 ? "" : ", \(replaced) changed") + (deleted == 0 ? "" : ", \(deleted) deleted")
        let large =
            partlyPaired == 0
            ? "" : ", learning only the pairs of the 256 rarest tags of \(Self.count(partlyPaired, "item"))"
        let implications = newImplications == 0 ? "" : ", \(Self.count(newImplications, "new implication"))"
        let names = newTagNames.joined(separator: ", ")
        let rest = newTags - newTagNames.count
        let tags: PrintableText =
            isDryRun && newTags > 0 ? "new tags: \(names)\(rest > 0 ? " and \(rest) more" : "")\n" : ""
        return "\(isDryRun ? "would import" : "imported") "
            + "\(Self.count(newItems, "item"))\(changed), \(Self.count(newTags, "new tag")), "
            + "\(Self.count(newSets, "new set"))\(implications); "
            + "\(Self.count(unchanged, "line")) already known\(left)\(large)\n" + tags
    }

    private static func count(_ number: Int, _ noun: String) -> String { "\(number) \(noun)\(number == 1 ? "" : "s")" }
}
