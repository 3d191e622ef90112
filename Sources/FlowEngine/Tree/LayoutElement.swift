internal import Foundation

/// A node while it is laid out: it is asked for sizes, is given a place, and remembers both.
///
/// There is one for each node, so it is kept small: what few nodes need stands elsewhere.
///
/// Elements are made by the nodes of this module only. They live for as long as their `LayoutTree`.
public class LayoutElement {
    /// What the node carries for its container.
    final var traits: LayoutTraits {
        // Never changed in place, so that it is read without a check that nobody else changes it.
        get { carriedTraits }
        set { carriedTraits = newValue }
    }
    private final var carriedTraits = LayoutTraits()
    /// The sizes answered in this pass; nil for one that is never asked, since its size is fixed.
    private final let answers: SizeAnswers?
    /// The size that the element has whatever it is offered; nil if that makes a difference.
    final let fixedSize: CGSize?
    /// Whether the container shows nothing of the element.
    final var isHidden = false
    /// The place that the container gave in this pass; nil until it has given one.
    final var placement: Placement?

    /// Makes an element, which may have a fixed size if it has no children.
    init(fixedSize: CGSize? = nil) {
        self.fixedSize = fixedSize
        answers = fixedSize == nil ? SizeAnswers() : nil
    }

    /// The name of the node in the layout debugger.
    var name: String { "Node" }

    /// The identity that this very node was given; a modifier carries that of its child too.
    var ownID: NodeID? { traits.id }

    /// The elements inside this one, in order.
    var children: [LayoutElement] { [] }

    /// The direction in which the children are laid out.
    var direction: LayoutDirection { .leftToRight }

    /// The distances that the element prefers to keep from its neighbours.
    var spacing: ViewSpacing { ViewSpacing() }

    /// Works out the size that the element needs when it is offered a size.
    func measure(_ proposal: ProposedViewSize) -> CGSize {
        .zero
    }

    /// Works out where a guide stands in the element, if the element says so.
    func explicitGuide(_ key: AlignmentKey, _ proposal: ProposedViewSize) -> CGFloat? {
        nil
    }

    /// Returns whether the element can have an explicit position of a guide.
    func mayHaveExplicitGuide(_ key: AlignmentKey) -> Bool {
        false
    }

    /// Gives each child its place.
    func placeChildren(in size: CGSize, proposal: ProposedViewSize) {}

    /// Places the children, and returns them as values.
    ///
    /// - Parameters:
    ///   - corner: The upper left corner of the element, in the root's coordinates.
    ///   - placement: The place that was given to the element.
    /// - Returns: The children, each with all that is inside it.
    func placedChildren(at corner: CGPoint, _ placement: Placement) -> [PlacedNode] {
        let (size, proposal) = (placement.size, placement.proposal)
        placeChildren(in: size, proposal: proposal)
        let bounds = CGRect(origin: .zero, size: size)
        return children.map { child in
            let place =
                child.placement
                ?? .centered(child.size(proposal), in: bounds, proposal: proposal)
            return child.placed(at: self.corner(of: place, in: size, at: corner), place)
        }
    }

    /// Takes over what an element kept that stood in the same place before a change.
    func adopt(_ old: LayoutElement) {}

    /// Forgets the answers and the place of the last pass.
    func beginPass() {
        answers?.removeAll()
        placement = nil
        isHidden = false
        for child in children { child.beginPass() }
    }

    /// Returns the size that the element needs when it is offered a size.
    ///
    /// The same question is answered once in a pass. A dimension that is NaN or negative is 0.
    final func size(_ proposal: ProposedViewSize) -> CGSize {
        if let fixedSize { return fixedSize }
        if let answer = answers?[proposal] { return answer }
        let size = measure(proposal).withoutNegatives
        answers?[proposal] = size
        return size
    }

    /// Returns the size that the element needs, together with its guides.
    final func dimensions(_ proposal: ProposedViewSize) -> ViewDimensions {
        ViewDimensions(size: size(proposal)) { self.explicitGuide($0, proposal) }
    }
}

extension CGSize {
    /// The size with 0 for what is NaN or negative.
    var withoutNegatives: CGSize {
        CGSize(width: width > 0 ? width : 0, height: height > 0 ? height : 0)
    }
}

extension LayoutElement {
    /// Places everything inside the element, and returns it as values.
    ///
    /// - Parameters:
    ///   - corner: The upper left corner of the element, in the root's coordinates.
    ///   - placement: The place that was given to the element.
    /// - Returns: The element and all that is inside it.
    final func placed(at corner: CGPoint, _ placement: Placement) -> PlacedNode {
        PlacedNode(
            frame: CGRect(origin: corner, size: placement.size),
            proposal: placement.proposal,
            details: isBareBox ? nil : details(at: corner, placement)
        )
    }

    /// Whether nothing is to be told of the element but its frame: only boxes have a fixed size.
    private var isBareBox: Bool { fixedSize != nil && !isHidden && traits.areEmpty }

    /// Returns all there is to tell.
    private func details(at corner: CGPoint, _ placement: Placement) -> PlacedNode.Details {
        PlacedNode.Details(
            children: fixedSize == nil ? placedChildren(at: corner, placement) : [],
            id: ownID,
            isHidden: isHidden,
            name: name
        )
    }

    /// Returns where a child's upper left corner is, in the root's coordinates.
    ///
    /// - Parameters:
    ///   - place: The place that was given to the child.
    ///   - size: The size of the element.
    ///   - corner: The upper left corner of the element.
    /// - Returns: The corner, mirrored where the element is laid out from right to left.
    @inline(__always)
    final func corner(of place: Placement, in size: CGSize, at corner: CGPoint) -> CGPoint {
        let left = place.origin.x
        let x = direction == .rightToLeft ? size.width - left - place.size.width : left
        return CGPoint(x: corner.x + x, y: corner.y + place.origin.y)
    }
}

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
