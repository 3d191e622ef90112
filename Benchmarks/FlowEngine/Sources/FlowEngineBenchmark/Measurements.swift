import FlowEngine
import Foundation
import PlainLoop

/// The rows of the table, each measured as it is asked for.
struct Measurements {
    let peers: Peers

    /// Keeps results from being optimised away.
    nonisolated(unsafe) private static var sink = 0.0

    static func keep(_ value: CGFloat) {
        // Safe: the benchmark runs on one thread.
        unsafe sink += value.native
    }

    /// All frames of 100,000 chips, against Taffy and against a plain C loop.
    func arrange() -> [Row] {
        let sizes = Chips.sizes(100_000)
        let plain = sizes.map { plain_size(width: $0.width.native, height: $0.height.native) }
        let layout = FlowLayout()
        let (ours, loop) = Stopwatch.best(
            of: 60, { Self.keep(layout.arrange(sizes, proposal: Chips.proposal).size.height) },
            { Self.keep(CGFloat(unsafe plain_lines(plain, plain.count, 600, 8))) })
        return [
            against(
                peers.time("cold 100000"), "arrange, 100,000 chips, all frames; Taffy's compute_layout", ours,
                bar: .atLeast(40)),
            Row(
                work: "the same; a C loop that adds and compares (-O2)", ours: JSON.time(ours), theirs: JSON.time(loop),
                ratio: ours / loop, bar: .atMost(3)),
        ]
    }

    /// 10,000 boxes through the Layout protocol, from nodes to placed nodes.
    func layoutProtocol() -> Row {
        let nodes = Chips.sizes(10_000)
        let flow = FlowLayout { ForEach(nodes) { Box($0) } }
        let ours = Stopwatch.best(of: 60) { Self.keep(flow.layout(in: Chips.proposal).frame.height) }
        return against(
            peers.time("cold 10000"), "through the Layout protocol, 10,000 boxes; Taffy's compute_layout", ours,
            bar: .atLeast(4))
    }

    /// One chip of 100,000 gets another size, then the visible frames are asked.
    func edit() -> Row {
        var index = FlowIndex(Chips.sizes(100_000), layout: FlowLayout(), containerLength: Chips.width)
        let visible = CGRect(x: 0, y: 100_000, width: 600, height: 400)
        var place = 0
        let ours = Stopwatch.best(of: 2_000) {
            place = (place + 7_919) % 100_000
            index[place] = CGSize(width: 30 + place % 60, height: 20)
            Self.keep(CGFloat(index.frames(in: visible).count))
        }
        return against(
            peers.time("relayout 100000"), "FlowIndex: one chip of 100,000 changes, visible frames; Taffy's relayout",
            ours, bar: .atLeast(1_000))
    }

    /// A new width for 1,000,000 chips, then the total height and the first screen.
    func width() -> Row {
        width(
            Chips.sizes(1_000_000), "FlowIndex: new width for 1,000,000 chips, height and first screen; arrange",
            bar: .atLeast(3))
    }

    /// The same for chips of one size, whose lines are found by division.
    func widthOfEqualChips() -> Row {
        width(
            Array(repeating: CGSize(width: 71, height: 20), count: 1_000_000),
            "FlowIndex: new width for 1,000,000 equal chips, height and first screen; arrange", bar: .atLeast(8))
    }

    private func width(_ sizes: [CGSize], _ work: String, bar: Row.Bar) -> Row {
        let layout = FlowLayout()
        var index = FlowIndex(sizes, layout: layout, containerLength: Chips.width)
        let screen = CGRect(x: 0, y: 0, width: 600, height: 800)
        let (ours, whole) = Stopwatch.best(
            of: 40, by: .wall,
            {
                index.containerLength = index.containerLength == 600 ? 590 : 600
                Self.keep(index.depth + CGFloat(index.frames(in: screen).count))
            }, { Self.keep(layout.arrange(sizes, proposal: Chips.proposal).size.height) })
        return Row(work: work, ours: JSON.time(ours), theirs: JSON.time(whole), ratio: whole / ours, bar: bar)
    }

    /// The cost of a chip among a million, relative to ten thousand; and the cost of balancing.
    func growth() -> [Row] {
        let all = Chips.sizes(1_000_000)
        let parts = stride(from: 0, to: all.count, by: 10_000).map { Array(all[$0..<$0 + 10_000]) }
        let layout = FlowLayout()
        let (million, hundred) = Stopwatch.best(
            of: 20, { Self.keep(layout.arrange(all, proposal: Chips.proposal).size.height) },
            { for part in parts { Self.keep(layout.arrange(part, proposal: Chips.proposal).size.height) } })
        let balancing = FlowLayout(lineBreaking: .balanced)
        let (balanced, greedy) = Stopwatch.best(
            of: 60, { Self.keep(balancing.arrange(parts[0], proposal: Chips.proposal).size.height) },
            { Self.keep(layout.arrange(parts[0], proposal: Chips.proposal).size.height) })
        return [
            Row(
                work: "growth: a chip of 1,000,000; a chip of 10,000", ours: JSON.time(million / 1e6),
                theirs: JSON.time(hundred / 1e6), ratio: million / hundred, bar: .atMost(1.5)),
            Row(
                work: "balanced, 10,000 chips; greedy", ours: JSON.time(balanced), theirs: JSON.time(greedy),
                ratio: balanced / greedy, bar: .atMost(50)),
        ]
    }

    private func against(_ theirs: Double?, _ work: String, _ ours: Double, bar: Row.Bar) -> Row {
        Row(
            work: work, ours: JSON.time(ours), theirs: theirs.map { JSON.time($0) } ?? "not available",
            ratio: theirs.map { $0 / ours }, bar: bar)
    }
}
