import FlowEngine
import Foundation

extension Measurements {
    /// The first screen of a lazy board of a million chips, against that of a thousand; and a jump into its middle.
    func lazy() -> [Row] {
        let screen = CGRect(x: 0, y: 0, width: 600, height: 800)
        let proposal = ProposedViewSize(screen.size)
        let sizes = Chips.sizes(1_000_000)
        let thousand = Array(sizes.prefix(1_000))
        func board(_ sizes: [CGSize]) -> LayoutTree {
            LayoutTree(ScrollView { LazyFlow { ForEach(sizes) { Box($0) } } })
        }
        func firstScreen(_ sizes: [CGSize]) {
            Self.keep(board(sizes).layout(in: proposal, showing: screen).children[0].frame.height)
        }
        let (million, few) = Stopwatch.best(of: 200, { firstScreen(sizes) }, { firstScreen(thousand) })
        let tree = board(sizes)
        let height = tree.layout(in: proposal, showing: screen).children[0].frame.height
        var place = height / 2
        let (jump, first) = Stopwatch.best(
            of: 200,
            {
                // A little further each time, so that nothing there was seen before.
                place += 5_000
                let shown = screen.offsetBy(dx: 0, dy: place)
                Self.keep(tree.layout(in: proposal, showing: shown).children[0].frame.height)
            }, { firstScreen(sizes) })
        return [
            Row(
                work: "LazyFlow: first screen of 1,000,000 chips; of 1,000", ours: JSON.time(million),
                theirs: JSON.time(few), ratio: million / few, bar: .atMost(2)),
            Row(
                work: "LazyFlow: a jump among 1,000,000 chips; the first screen", ours: JSON.time(jump),
                theirs: JSON.time(first), ratio: jump / first, bar: .atMost(3)),
        ]
    }

    /// One of 100,000 boxes under nested stacks changes, against laying all of them out.
    func treeEdit() -> Row {
        func stacks() -> some LayoutNode {
            VStack {
                ForEach(0..<50) { _ in
                    VStack {
                        ForEach(0..<40) { _ in HStack { ForEach(0..<50) { Box(width: 10 + CGFloat($0), height: 10) } } }
                    }
                }
            }
        }
        let tree = LayoutTree(stacks())
        Self.keep(tree.layout(in: Chips.proposal).frame.height)
        var step = 0
        let (edited, whole) = Stopwatch.best(
            of: 20,
            {
                step += 7
                let box = Box(width: 10, height: 10 + CGFloat(step % 5))
                tree.change([step % 50, step % 40, step % 49], to: box)
                Self.keep(tree.layout(in: Chips.proposal).frame.height)
            },
            {
                let tree = LayoutTree(stacks())
                Self.keep(tree.layout(in: Chips.proposal).frame.height)
            })
        return Row(
            work: "LayoutTree: one of 100,000 boxes changes; all are laid out", ours: JSON.time(edited),
            theirs: JSON.time(whole), ratio: whole / edited, bar: .atLeast(100))
    }
}
