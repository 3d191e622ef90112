internal import TagStore

/// Undoing and redoing changes, also after a restart and from another process.
extension TagService {
    /// Undoes the newest change, and returns its summary.
    ///
    /// - Throws: `TagServiceError.nothingToUndo`.
    public func undo() throws -> String {
        try writing { writer in
            guard let summary = try writer.undo() else { throw TagServiceError.nothingToUndo }
            return summary
        }
    }

    /// Redoes the change that was undone last, and returns its summary.
    ///
    /// - Throws: `TagServiceError.nothingToRedo`.
    public func redo() throws -> String {
        try writing { writer in
            guard let summary = try writer.redo() else { throw TagServiceError.nothingToRedo }
            return summary
        }
    }
}

/// The summary of a step of the undo journal: its command with the first tags.
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
