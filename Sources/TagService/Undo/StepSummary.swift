/// The summary of an undo step: its command and the first tags.
struct StepSummary {
    /// The command's name.
    let command: String
    /// The names of the affected tags.
    let names: [String]

    /// The summary as one line with at most three names.
    var text: String {
        let shown = names.prefix(3).joined(separator: ", ")
        let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.isEmpty ? command : "\(command) \(shown)\(rest)"
    }
}
