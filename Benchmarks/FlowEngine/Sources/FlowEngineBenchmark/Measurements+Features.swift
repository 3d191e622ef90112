import FlowEngine
import Foundation

extension Measurements {
    /// Separators, weights and a minimum number of lines, each against the same flow without it.
    func features() -> [Row] {
        let sizes = Chips.sizes(100_000)
        let separated = FlowLayout(
            separator: CGSize(width: 1, height: 16), lineSeparator: CGSize(width: CGFloat.infinity, height: 1))
        let items = sizes.prefix(10_000).map { FlowItem(size: $0) }
        let weighted = sizes.prefix(10_000).map { FlowItem(size: $0, weight: 1) }
        let few = Array(sizes.prefix(10_000))
        let balanced = FlowLayout(lineBreaking: .balanced)
        let lines = balanced.arrange(few, proposal: Chips.proposal).lines.count
        let onMore = FlowLayout(lineBreaking: .balanced, minLines: lines * 3 / 2)
        return [
            against(
                "separators between 100,000 chips and their lines; without",
                { separated.arrange(sizes, proposal: Chips.proposal) },
                { FlowLayout().arrange(sizes, proposal: Chips.proposal) }, bar: .atMost(8)),
            against(
                "10,000 items with weights; without", { FlowLayout().arrange(weighted, proposal: Chips.proposal) },
                { FlowLayout().arrange(items, proposal: Chips.proposal) }, bar: .atMost(2.5)),
            against(
                "10,000 chips balanced on half as many lines more; on as few as possible",
                { onMore.arrange(few, proposal: Chips.proposal) }, { balanced.arrange(few, proposal: Chips.proposal) },
                bar: .atMost(12)),
        ]
    }

    private func against(
        _ work: String, _ ours: () -> FlowArrangement, _ plain: () -> FlowArrangement, bar: Row.Bar
    ) -> Row {
        let (with, without) = Stopwatch.best(
            of: 40, { Self.keep(ours().size.height) }, { Self.keep(plain().size.height) })
        return Row(work: work, ours: JSON.time(with), theirs: JSON.time(without), ratio: with / without, bar: bar)
    }
}
