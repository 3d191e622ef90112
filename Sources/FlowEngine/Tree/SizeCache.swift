internal import Foundation

/// The sizes of an element in a pass, by proposal.
///
/// Most elements are measured for one or two proposals, so the first is stored inline and the others in a dictionary.
final class SizeCache {
    private var first: Answer?
    private var rest: [Key: (answer: Answer, order: Int)] = [:]

    /// A proposal and the resulting size.
    typealias Answer = (proposal: ProposedViewSize, size: CGSize)

    /// A hashable proposal, compared by bit pattern so that NaN equals NaN.
    private struct Key: Hashable {
        let width: UInt64?
        let height: UInt64?

        init(_ proposal: ProposedViewSize) {
            width = proposal.width.map { $0.native.bitPattern }
            height = proposal.height.map { $0.native.bitPattern }
        }
    }

    /// The size for a proposal; nil if it has not been computed.
    subscript(proposal: ProposedViewSize) -> CGSize? {
        get {
            guard let first else { return nil }
            if first.proposal == proposal { return first.size }
            return rest.isEmpty ? nil : rest[Key(proposal)]?.answer.size
        }
        set {
            guard let newValue else { return }
            if first == nil {
                first = (proposal, newValue)
            } else {
                rest[Key(proposal)] = ((proposal, newValue), rest.count)
            }
        }
    }

    /// All sizes, in order of computation.
    var all: [Answer] { [first].compactMap(\.self) + rest.values.sorted { $0.order < $1.order }.map(\.answer) }

    /// Discards all sizes.
    func removeAll() {
        first = nil
        if !rest.isEmpty { rest.removeAll(keepingCapacity: true) }
    }
}
