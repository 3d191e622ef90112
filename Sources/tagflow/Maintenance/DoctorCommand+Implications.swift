import TagService
import TextMeasurement

/// `doctor --implications`.
extension DoctorCommand {
    /// Lists rules that items nearly prove, a line each, with the command that makes it.
    func listImplications(in session: Session, from service: TagService) async throws {
        let likely = try service.likelyImplications(limit: limit)
        if output.format == .json { return try session.print(json: likely) }
        for rule in likely.pairs {
            // If a name can't be typed, the line is a comment, so that running it does nothing.
            let command =
                CommandHint("tagflow imply", rule.tag, rule.implies)?.text
                ?? "# '\(rule.tag)' and '\(rule.implies)'"
            // Rounded down, so that 100 % means all of them.
            let share = Int(rule.share * 100)
            // A comment for a shell, so that the list can be piped to one.
            try session.print("\(command)\t# \(share) % of \(rule.support)\n")
        }
        let rest = likely.count - likely.pairs.count
        if rest > 0 { try session.note("and \(rest) more; --limit shows them", global) }
        if likely.count == 0 {
            try session.note("no implications found", global)
        }
    }
}
