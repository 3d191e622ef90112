import FlowEngine
import Foundation
import TestSupport
import Testing
import TextMeasurement

@testable import ChipRendering

@Suite struct ChipMetricsTests {
    private let composition: ChipMetrics
    private let measurer: FontMeasurer

    init() throws {
        measurer = try FontMeasurer(font: "Noto Sans 15")
        composition = ChipMetrics(theme: .light, font: measurer.font, layoutDirection: .leftToRight)
    }

    //   0   12  23  29                    79  91
    //   ╭───────────────────────────────────────╮ 0
    //   │   ┌───┐   ┌──────────────────────┐    │
    //   │   │ ✓ │   │ label                │    │ 32
    //   ╰───────────────────────────────────────╯
    @Test func `a selected chip has its mark before its label, and padding at both ends`() throws {
        let label = TextSize(width: 50, height: 20, baseline: 16)
        #expect(composition.size(label: label) == CGSize(width: 91, height: 32))
        let node = composition.layout(label: label, isSelected: true, in: CGSize(width: 91, height: 32))
        let mark = try #require(node.first(id: ChipParts.Part.mark)?.frame)
        let text = try #require(node.first(id: ChipParts.Part.label)?.frame)
        #expect(mark == CGRect(x: 12, y: 10.5, width: 11, height: 11))
        #expect(text.minX == 29)
        #expect(text.width == 50)
    }

    @Test func `a chip has its nodes' size, with and without its mark`() {
        let parts = ChipParts(theme: .light, lineAscent: composition.lineAscent, lineDescent: composition.lineDescent)
        // Sums in another order may fall on the other side of a whole number that they are equal to.
        func isWhole(_ length: Double) -> Bool { abs(length - length.rounded()) < 1e-9 }
        var numbers = SeededNumbers(seed: 4)
        for _ in 0..<500 {
            let label = TextSize(
                width: Double.random(in: 0...400, using: &numbers), height: Double.random(in: 0...60, using: &numbers),
                baseline: Double.random(in: 0...40, using: &numbers))
            let size = composition.size(label: label)
            for isSelected in [true, false] {
                let answer = parts.node(label: label, isSelected: isSelected).sizeThatFits(.unspecified)
                #expect(abs(size.width - answer.width.rounded(.up)) <= (isWhole(answer.width) ? 1 : 0))
                #expect(abs(size.height - answer.height.rounded(.up)) <= (isWhole(answer.height) ? 1 : 0))
            }
            #expect(size.width == size.width.rounded() && size.height == size.height.rounded())
        }
    }

    @Test func `an unselected label is centered`() throws {
        let label = TextSize(width: 50, height: 20, baseline: 16)
        let node = composition.layout(label: label, isSelected: false, in: CGSize(width: 91, height: 32))
        #expect(node.first(id: ChipParts.Part.mark) == nil)
        #expect(try #require(node.first(id: ChipParts.Part.label)).frame.midX == 45.5)
    }

    @Test func `from right to left the mark is on the right`() throws {
        let mirrored = ChipMetrics(theme: .light, font: measurer.font, layoutDirection: .rightToLeft)
        let label = TextSize(width: 50, height: 20, baseline: 16)
        let node = mirrored.layout(label: label, isSelected: true, in: CGSize(width: 91, height: 32))
        #expect(try #require(node.first(id: ChipParts.Part.mark)).frame.maxX == 79)
        #expect(try #require(node.first(id: ChipParts.Part.label)).frame.minX == 12)
    }

    @Test func `chips of common scripts are equally high and share a baseline`() throws {
        let heights = try Gallery.scripts.map { composition.size(label: try measurer.measure($0)).height }
        #expect(Set(heights) == [32])
    }

    @Test func `a narrow chip's label gives way to the padding`() throws {
        let label = TextSize(width: 500, height: 20, baseline: 16)
        let node = composition.layout(label: label, isSelected: true, in: CGSize(width: 100, height: 32))
        #expect(try #require(node.first(id: ChipParts.Part.label)).frame.width == 59)
    }
}
