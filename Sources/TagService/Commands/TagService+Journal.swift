public import Foundation
internal import TagStore

/// A change in the journal.
public struct JournalStep: Hashable, Sendable {
    /// Its number.
    public var id: Int64
    /// When it was made.
    public var at: Date
    /// Its command with the first tags.
    public var summary: String
    /// Whether it was undone, so that redo makes it again.
    public var isUndone: Bool
}

extension TagService {
    /// The changes that can be undone and redone, newest first.
    public func journal(limit: Int = 100) throws -> [JournalStep] {
        try store.read { reader in
            try reader.journal(limit: max(0, limit))
                .map {
                    JournalStep(
                        id: $0.id,
                        at: Date(timeIntervalSince1970: Double($0.madeAt) / 1_000),
                        summary: $0.summary,
                        isUndone: $0.isUndone
                    )
                }
        }
    }
}
