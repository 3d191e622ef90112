/// The summary of a step of the undo log: its command with the first tags.
struct StepSummary {
    /// The command's name.
    let command: String
    /// The names of the tags concerned.
    let names: [String]

    /// The summary in one line, however many names there are.
    var text: String {
        let shown = names.prefix(3).joined(separator: ", ")
        let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.isEmpty ? command : "\(command) \(shown)\(rest)"
    }
}
