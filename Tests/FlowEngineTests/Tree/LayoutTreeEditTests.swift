import Foundation
import TestSupport
import Testing

@testable import FlowEngine

@Suite struct `An edit of a tree` {
    /// A tree that is edited, and a tree to compare it with.
    indirect enum Model {
        case box(Int)
        case container(Int, [Model])

        var node: any LayoutNode {
            switch self {
            case .box(let number):
                let size = CGSize(width: 10 + number % 7, height: 8 + number % 5)
                if number % 3 == 0 { return Box(size) }
                return Box { CGSize(width: min($0.width ?? 40, 40), height: size.height) }.id(number)
            case .container(let kind, let children):
                let nodes = children.map(\.node)
                switch kind % 6 {
                case 0: return LayoutContainer(HStackLayout(spacing: 2), nodes: nodes)
                case 1: return LayoutContainer(VStackLayout(alignment: .leading), nodes: nodes)
                case 2: return LayoutContainer(FlowLayout(spacing: 3), nodes: nodes)
                case 3: return LayoutContainer(ZStackLayout(), nodes: nodes)
                case 4: return LayoutContainer(GridLayout(), nodes: nodes)
                default: return LayoutContainer(AnyLayout(VStackLayout()), nodes: nodes)
                }
            }
        }

        /// Applies an edit to the children of the container at a path.
        mutating func edit(_ path: ArraySlice<Int>, _ edit: (inout [Model]) -> Void) {
            guard case .container(let kind, var children) = self else { return }
            if let step = path.first { children[step].edit(path.dropFirst(), edit) } else { edit(&children) }
            self = .container(kind, children)
        }

        /// A tree from random numbers.
        static func random(_ depth: Int, _ numbers: inout SeededNumbers) -> Model {
            let kind = Int.random(in: 0..<1_000, using: &numbers)
            guard depth > 0 else { return .box(kind) }
            let count = Int.random(in: 1...5, using: &numbers)
            return .container(kind, (0..<count).map { _ in random(depth - 1, &numbers) })
        }

        /// The path and the number of children of a container in the tree.
        func container(_ numbers: inout SeededNumbers) -> (path: [Int], count: Int)? {
            guard case .container(_, let children) = self else { return nil }
            let index = Int.random(in: 0...children.count, using: &numbers)
            guard index < children.count, let inner = children[index].container(&numbers) else {
                return ([], children.count)
            }
            return ([index] + inner.path, inner.count)
        }
    }

    @Test func `equals a new tree`() throws {
        var numbers = SeededNumbers.printed(5, for: "edits of a tree")
        for _ in 0..<60 {
            var model = Model.random(3, &numbers)
            let tree = LayoutTree(model.node)
            var width: CGFloat = 120
            for _ in 0..<25 {
                if numbers.flip(8) { width = CGFloat(Int.random(in: 20...300, using: &numbers)) }
                if numbers.flip(3) { _ = tree.layout(in: wide(width)) }
                let (path, count) = try #require(model.container(&numbers))
                let index = Int.random(in: 0...count, using: &numbers)
                let new = Model.random(numbers.flip() ? 0 : 1, &numbers)
                switch Int.random(in: 0..<4, using: &numbers) {
                case 0:
                    #expect(tree.insert(new.node, at: path + [index]))
                    model.edit(path[...]) { $0.insert(new, at: index) }
                case 1 where index < count:
                    #expect(tree.remove(at: path + [index]))
                    model.edit(path[...]) { $0.remove(at: index) }
                case 2 where index < count:
                    let target = Int.random(in: 0..<count, using: &numbers)
                    #expect(tree.move(from: path + [index], to: target))
                    model.edit(path[...]) { $0.insert($0.remove(at: index), at: target) }
                case 3 where index < count:
                    #expect(tree.change(path + [index], to: new.node))
                    model.edit(path[...]) { $0[index] = new }
                default: break
                }
                let placed = tree.layout(in: wide(width))
                let expected = model.node.layout(in: wide(width))
                #expect(placed.debugDescription == expected.debugDescription, "seed \(numbers.seed)")
            }
        }
    }

    @Test func `measures only affected nodes`() {
        let counter = Counter()
        func box(_ name: String) -> Box { counter.box(name) { _ in CGSize(width: 10, height: 10) } }
        let tree = LayoutTree(VStack { ForEach(0..<100) { row in HStack { ForEach(0..<10) { box("\(row).\($0)") } } } })
        _ = tree.layout(in: wide(500))
        let before = counter.questions
        _ = tree.layout(in: wide(500))
        #expect(counter.questions == before)
        tree.change([50, 3], to: counter.box("new") { _ in CGSize(width: 12, height: 30) })
        let placed = tree.layout(in: wide(500))
        let asked = Set(counter.questions.filter { before[$0.key] != $0.value }.keys)
        #expect(placed.children[51].frame.minY == placed.children[50].frame.minY + 38)
        // The new box is measured, and its neighbors in the row if it takes more space than before.
        #expect(!asked.isEmpty)
        #expect(asked.allSatisfy { $0.hasPrefix("new ") || $0.hasPrefix("50.") })
        #expect(asked.count <= 3 + 9)
    }

    @Test func `keeps the caches of unaffected nodes`() {
        let counter = Counter()
        let tree = LayoutTree(
            VStack {
                HStack { counter.box("a") { _ in CGSize(width: 10, height: 10) } }
                HStack { Box(width: 5, height: 5) }
            })
        _ = tree.layout(in: wide(100))
        let asked = counter.total
        tree.insert(Box(width: 7, height: 7), at: [1, 1])
        tree.remove(at: [1, 0])
        tree.move(from: [1], to: 0)
        let placed = tree.layout(in: wide(100))
        #expect(counter.total == asked)
        #expect(placed.children[0].frame.size == CGSize(width: 7, height: 7))
        #expect(placed.children[1].children[0].frame.minY == 15)
    }

    @Test func `finds nodes by their identity`() {
        let tree = LayoutTree(
            VStack {
                HStack { Box(width: 1, height: 1).id("a") }
                Box(width: 2, height: 2).padding(1).id("b")
            }
            .padding(3))
        #expect(tree.path(id: "a") == [0, 0, 0])
        #expect(tree.path(id: "b") == [0, 1])
        #expect(tree.path(id: "c") == nil)
        tree.insert(Box(width: 3, height: 3).id("c"), at: [0, 0])
        #expect(tree.path(id: "a") == [0, 1, 0])
        #expect(tree.path(id: "c") == [0, 0])
        tree.remove(at: [0, 1])
        #expect(tree.path(id: "a") == nil)
        #expect(tree.path(id: "b") == [0, 1])
        #expect(tree.layout().children[0].children.count == 2)
    }

    @Test func `of a place that there is not is refused`() {
        let tree = LayoutTree(VStack { Box(width: 1, height: 1).padding(2) })
        let box = Box(width: 9, height: 9)
        for path in [[1], [-1], [0, 0], [0, 0, 0], [5, 5], []] {
            #expect(!tree.remove(at: path))
            #expect(!tree.move(from: path, to: 0))
            if !path.isEmpty { #expect(!tree.change(path, to: box)) }
            if path != [1] { #expect(!tree.insert(box, at: path)) }
        }
        #expect(!tree.move(from: [0], to: 1))
        #expect(tree.layout().frame.size == CGSize(width: 5, height: 5))
        #expect(tree.change([], to: box))
        #expect(tree.layout().frame.size == CGSize(width: 9, height: 9))
    }
}
