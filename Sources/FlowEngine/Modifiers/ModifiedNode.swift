internal import Foundation

/// A node with a modifier around it.
struct ModifiedNode: LayoutNode {
    let node: any LayoutNode
    let wrap: (LayoutElement, LayoutEnvironment) -> LayoutElement

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        wrap(node.makeElement(in: environment), environment)
    }
}

/// A node that carries more for its container.
struct TraitNode: LayoutNode {
    let node: any LayoutNode
    let change: (inout LayoutTraits) -> Void

    init(node: any LayoutNode, change: @escaping (inout LayoutTraits) -> Void) {
        self.node = node
        self.change = change
    }

    init(node: any LayoutNode, id: some Hashable & Sendable) {
        self.init(node: node) { $0.id = NodeID(value: id) }
    }

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        let element = node.makeElement(in: environment)
        change(&element.traits)
        return element
    }
}

/// A node in another environment.
struct EnvironmentNode: LayoutNode {
    let node: any LayoutNode
    let change: (inout LayoutEnvironment) -> Void

    func makeElement(in environment: LayoutEnvironment) -> LayoutElement {
        var environment = environment
        change(&environment)
        return node.makeElement(in: environment)
    }
}
