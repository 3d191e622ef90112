internal import FlowEngine
internal import Foundation
internal import TagStore
public import TextMeasurement

/// Laying out the chips of a set.
extension TagService {
    /// The chips of a set, laid out.
    ///
    /// Labels are measured through the cache in the database: one query reads the sizes that it has, and one
    /// transaction keeps those that were missing.
    /// Complexity: linear in the set.
    public func board(_ request: BoardRequest, of reference: SetReference = .chosen) throws -> Board
    {
        try board(request, of: reference, measurer: measurer)
    }

    /// The chips of a set, laid out with labels measured by another measurer than the service's own.
    public func board(
        _ request: BoardRequest,
        of reference: SetReference,
        measurer: any TextMeasurer
    ) throws -> Board {
        let identity = measurer.identity.key
        let (set, rows, kept) = try reading(reference) { reader, set in
            let rows = try reader.board(ofSet: set.id, measurer: identity)
            return (set, rows, try LayoutSettings(of: set))
        }
        let chips = try measure(rows, of: set, with: measurer)
        let settings = request.settings.or(kept)
        return BoardLayout(request: request, settings: settings)
            .board(of: request.selectedOnly ? chips.filter(\.isSelected) : chips, set: set.name)
    }

    /// Gives each row its size: the cached one, or a fresh one that is then kept.
    private func measure(
        _ rows: [BoardRow],
        of set: SetRow,
        with measurer: any TextMeasurer
    ) throws -> [MeasuredChip] {
        var fresh: [(text: String, size: StoredMeasurement)] = []
        let chips = try rows.enumerated()
            .map { index, row in
                let size: TextSize
                if let cached = row.measurement {
                    size = TextSize(
                        width: cached.width,
                        height: cached.height,
                        baseline: cached.baseline
                    )
                } else {
                    // A name that others wrote is measured as it is shown.
                    size = try measurer.measure(TerminalText.printable(row.name))
                    fresh.append(
                        (
                            row.name,
                            StoredMeasurement(
                                width: size.width,
                                height: size.height,
                                baseline: size.baseline
                            )
                        )
                    )
                }
                return MeasuredChip(
                    tag: row.name,
                    number: index + 1,
                    isSelected: row.isSelected,
                    label: size
                )
            }
        let today = milliseconds / Int64(millisecondsPerDay)
        let isStale = rows.contains { $0.measurementUsedOn.map { $0 < today } ?? false }
        keep(fresh, usingThoseOf: isStale ? set : nil, by: measurer, today: today)
        return chips
    }

    /// Keeps fresh sizes, and notes that a set's are used today.
    ///
    /// A cache that cannot be written makes no board fail, and none waits for another process that writes.
    private func keep(
        _ fresh: [(text: String, size: StoredMeasurement)],
        usingThoseOf set: SetRow?,
        by measurer: any TextMeasurer,
        today: Int64
    ) {
        guard !fresh.isEmpty || set != nil else { return }
        let identity = measurer.identity.key
        _ = try? store.writeUnlessBusy(at: milliseconds) { writer in
            if let set {
                try writer.markMeasurementsUsed(ofSet: set.id, measurer: identity, today: today)
            }
            guard !fresh.isEmpty else { return }
            try writer.storeMeasurements(fresh, measurer: identity, today: today)
            try writer.limitMeasurements()
        }
    }
}

/// Turns measured chips into a board; a pure function of its values.
struct BoardLayout {
    let request: BoardRequest
    let settings: LayoutSettings

    func board(of chips: [MeasuredChip], set: String) -> Board {
        let layout = settings.layout(spacing: request.spacing, lineSpacing: request.lineSpacing)
        let width = max(0, settings.width ?? request.width)
        let arrangement = layout.arrange(
            chips.map { size(of: $0, width: width) },
            proposal: ProposedViewSize(width: width.isFinite ? width : nil, height: nil),
            bounds: bounds(width: width),
            layoutDirection: direction
        )
        var placed: [PlacedChip] = []
        placed.reserveCapacity(arrangement.frames.count)
        for (line, content) in arrangement.lines.enumerated() {
            for index in content.items where index < arrangement.frames.count {
                let frame = arrangement.frames[index].offsetBy(dx: 0, dy: rise(of: arrangement))
                placed.append(place(chips[index], at: frame, line: line))
            }
        }
        return Board(
            set: set,
            unit: request.unit,
            width: width,
            size: fillsWidth && width.isFinite
                ? CGSize(width: max(width, arrangement.size.width), height: arrangement.size.height)
                : arrangement.size,
            layout: layout,
            layoutDirection: direction,
            chips: placed,
            hidden: arrangement.hidden
        )
    }

    private var direction: LayoutDirection {
        settings.layoutDirection ?? .leftToRight
    }

    /// Whether chips stand by the board's far edge, so that its whole width is theirs.
    private var fillsWidth: Bool {
        direction == .rightToLeft || settings.alignment ?? .leading != .leading
    }

    /// The size to place into; `nil` is the size that the chips take.
    private func bounds(width: Double) -> CGSize? {
        fillsWidth && width.isFinite ? CGSize(width: width, height: 0) : nil
    }

    /// How far down to move chips that were stacked up from the edge of bounds without a height.
    private func rise(of arrangement: FlowArrangement) -> Double {
        fillsWidth && settings.verticalDirection == .up ? arrangement.size.height : 0
    }

    private func size(of chip: MeasuredChip, width: Double) -> CGSize {
        let size = request.chipSize(chip)
        return request.cutsWideChips
            ? CGSize(width: min(size.width, width), height: size.height) : size
    }

    private func place(_ chip: MeasuredChip, at frame: CGRect, line: Int) -> PlacedChip {
        var frame = frame
        if request.unit == .cell {
            // A terminal has whole cells; rounding down keeps the order and never makes chips overlap.
            frame.origin = CGPoint(x: frame.minX.rounded(.down), y: frame.minY.rounded(.down))
            frame.size = CGSize(
                width: frame.width.rounded(.down),
                height: frame.height.rounded(.down)
            )
        }
        return PlacedChip(
            tag: chip.tag,
            number: chip.number,
            isSelected: chip.isSelected,
            line: line,
            frame: frame,
            label: chip.label
        )
    }
}
