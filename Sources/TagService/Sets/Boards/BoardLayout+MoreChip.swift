internal import TextMeasurement

extension BoardLayout {
    /// Returns the "+N more" chip, which comes after the last chip of a board with hidden chips.
    ///
    /// All output formats of a board draw this chip like the chip of a tag.
    ///
    /// - Parameters:
    ///   - hidden: the number of hidden chips.
    ///   - chips: all chips of the board; not empty.
    /// - Returns: the chip.
    func moreChip(hidden: Int, of chips: [MeasuredChip]) -> MeasuredChip {
        var chip = chips[chips.count - 1]
        chip.tag = "+\(hidden) more"
        chip.number = 0
        chip.isSelected = false
        chip.label = measure(chip.tag)
        return chip
    }
}
