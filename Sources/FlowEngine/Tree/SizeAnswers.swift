internal import Foundation

/// The sizes that an element answered in a pass, by proposal.
///
/// Most elements are asked one or two questions, so the first answer stands apart; a dictionary
/// holds the others.
final class SizeAnswers {
    private var first: (question: ProposedViewSize, size: CGSize)?
    private var rest: [Question: CGSize] = [:]

    /// A proposal that can be looked up; two that are both NaN are the same.
    private struct Question: Hashable {
        let width: UInt64?
        let height: UInt64?

        init(_ proposal: ProposedViewSize) {
            width = proposal.width.map { $0.native.bitPattern }
            height = proposal.height.map { $0.native.bitPattern }
        }
    }

    /// The answer to a proposal; nil while it has not been asked.
    subscript(proposal: ProposedViewSize) -> CGSize? {
        get {
            guard let first else { return nil }
            if first.question == proposal { return first.size }
            return rest.isEmpty ? nil : rest[Question(proposal)]
        }
        set {
            guard let newValue else { return }
            if first == nil {
                first = (proposal, newValue)
            } else {
                rest[Question(proposal)] = newValue
            }
        }
    }

    /// Forgets all answers.
    func removeAll() {
        first = nil
        if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
    }
}
