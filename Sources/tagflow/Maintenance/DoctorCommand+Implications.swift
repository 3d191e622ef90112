import TagService
import TextMeasurement

/// The option `doctor --implications`.
extension DoctorCommand {
    /// Lists implications that the items suggest, each as the command that creates it.
    ///
    /// ```
    /// $ tagflow doctor --implications
    /// tagflow imply cat dog  # 100 % of 10
    /// ```
    ///
    /// All 10 items tagged `cat` are also tagged `dog`.
    func listImplications(in session: Session, from service: TagService) throws {
        let likely = try service.tags.likelyImplications(limit: limit)
        if output.format == .json { return try session.print(json: likely) }
        for rule in likely.pairs {
            // If a name can't be typed, the line is a comment, so that running it does nothing.
            let command =
                CommandHint("tagflow imply", rule.tag, rule.implies)?.text
                ?? "# \(rule.tag.quoted) and \(rule.implies.quoted)"
            // Rounded down, so that 100 % means every item.
            let share = Int(rule.share * 100)
            // The share is a shell comment, so that the list can be piped to a shell.
            try session.print("\(command)\t# \(share) % of \(rule.support)\n")
        }
        let rest = likely.count - likely.pairs.count
        try session.noteRest(rest, global)
        if likely.count == 0 { try session.note("no implications found", global) }
    }
}
