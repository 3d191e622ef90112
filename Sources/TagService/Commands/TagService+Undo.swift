internal import TagStore

/// Taking changes back, and making them again, also after a restart and by another process.
extension TagService {
    /// Takes the newest change back; gives what it was called.
    ///
    /// - Throws: `TagServiceError.nothingToUndo`.
    public func undo() throws -> String {
        try writing { writer in
            guard let summary = try writer.undo() else { throw TagServiceError.nothingToUndo }
            return summary
        }
    }

    /// Makes the change again that was taken back last; gives what it was called.
    ///
    /// - Throws: `TagServiceError.nothingToRedo`.
    public func redo() throws -> String {
        try writing { writer in
            guard let summary = try writer.redo() else { throw TagServiceError.nothingToRedo }
            return summary
        }
    }
}

/// What a step of the undo journal is called: the command that made it, with its first tags.
struct StepSummary {
    /// The command's name.
    let command: String
    /// The names that it was about.
    let names: [String]

    /// The summary in one line, however many names there are.
    var text: String {
        let shown = names.prefix(3).joined(separator: ", ")
        let rest = names.count > 3 ? " and \(names.count - 3) more" : ""
        return names.isEmpty ? command : "\(command) \(shown)\(rest)"
    }
}
