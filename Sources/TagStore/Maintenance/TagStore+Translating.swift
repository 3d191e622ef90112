internal import GRDB

extension TagStore {
    /// Runs a piece of work and turns SQLite's errors into ours.
    ///
    /// What SQLite refuses without a word of damage, as a constraint that fails or a table that is missing, is looked
    /// into: only where an examination finds nothing wrong was it a defect of ours that asked for it.
    func translating<Result>(_ work: () throws -> Result) throws -> Result {
        do {
            return try StoreError.translating(path: path, work)
        } catch StoreError.unexpected(let detail) where isDamaged {
            throw StoreError.corrupt(path: path, detail: detail)
        }
    }

    /// Whether an examination finds anything wrong, or cannot be made.
    private var isDamaged: Bool {
        // Why it cannot be made does not matter: the error before it is what is told.
        guard let diagnosis = try? diagnose() else { return true }
        return !diagnosis.damages.isEmpty || !diagnosis.miscounts.isEmpty
    }
}
