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
