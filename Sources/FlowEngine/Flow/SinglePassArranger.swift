internal import Foundation

extension FlowArranger {
    /// Whether each frame depends only on the elements before it.
    ///
    /// Elements can then be placed while lines are broken, before a line is complete.
    var allowsSinglePass: Bool {
        Element.isPlain && metrics.alignment == .leading && metrics.contentAlignment == .leading
            && metrics.crossAlignment == .start && !metrics.mirrorsLength && !metrics.mirrorsDepth
            && !metrics.justified && layout.lineBreaking == .greedy && layout.maxLines == nil
    }

    /// Breaks, stacks and places in a single pass.
    ///
    /// Separate passes take twice as long: breaking is bound by the latency of its additions and comparisons, which
    /// placing can overlap with.
    ///
    /// - Returns: The arrangement; nil if a size is not valid, or a sum of lengths too large for a Double.
    func singlePassArrangement(limit: Double) -> FlowArrangement? {
        guard let sizes = elements as? [CGSize] else { return nil }
        var arranger = SinglePassArranger(limit: limit, metrics)
        var isValid = true
        let count = sizes.count
        // Safe: `arrange` initialises each of the `count` frames, in order.
        let frames = unsafe [CGRect](unsafeUninitializedCapacity: count) { buffer, initialized in
            unsafe sizes.withUnsafeBufferPointer { sizes in
                isValid = unsafe arranger.arrange(sizes, along: metrics.axis, into: buffer)
            }
            initialized = count
        }
        let size = metrics.size(
            length: arranger.longest,
            depth: clampedToFinite(arranger.end)
        )
        let most = CGFloat.greatestFiniteMagnitude
        guard isValid, size.width < most, size.height < most else { return nil }
        return FlowArrangement(
            frames: frames,
            lines: arranger.lines,
            size: size,
            hidden: 0,
            overflow: nil
        )
    }
}

/// Breaks leading lines of plain elements and writes each frame in the same pass.
///
/// The loop over the elements of a line is kept at some sixteen instructions an element, less than twice those of a loop
/// that only adds and compares: sizes are not checked one by one, but all together at the end by `SizeChecks`, four elements
/// share a test for the end, and lines are written to a buffer without the checks of an array.
struct SinglePassArranger {
    /// The finished lines.
    private(set) var lines: [FlowLine] = []
    /// The length of the longest finished line.
    private(set) var longest = 0.0
    /// The offset at which the last finished line ends.
    var end: Double { lines.last.map { $0.offset.native + $0.depth.native } ?? 0 }
    /// The maximum length of a line, tolerance included.
    private let fitting: Double
    private let spacing: Double
    private let lineSpacing: Double
    /// The offset of the next line.
    private var offset = ExactSum()
    private var checks = SizeChecks()
    /// The index of the first element of the next line.
    private var next = 0

    init(limit: Double, _ metrics: FlowMetrics) {
        fitting = limit + FlowMetrics.tolerance
        spacing = metrics.plainSpacing
        lineSpacing = metrics.plainLineSpacing
    }

    /// Writes the frames of all elements into a buffer with room for as many.
    ///
    /// - Parameters:
    ///   - sizes: The sizes of the elements.
    ///   - axis: The axis of the lines.
    ///   - frames: The buffer.
    /// - Returns: Whether every size was positive and finite; otherwise the frames and lines mean nothing.
    mutating func arrange(
        _ sizes: UnsafeBufferPointer<CGSize>,
        along axis: Axis,
        into frames: UnsafeMutableBufferPointer<CGRect>
    ) -> Bool {
        guard let start = unsafe UnsafeRawPointer(sizes.baseAddress),
            let first = UnsafeMutableRawPointer(frames.baseAddress)
        else { return true }
        let elements = unsafe Elements(count: sizes.count, sizes: start, frames: first)
        while next < sizes.count {
            let room = roomForLines(of: sizes.count)
            let old = lines
            // Safe: no more than `room` lines are written, one after the other.
            lines = unsafe [FlowLine](unsafeUninitializedCapacity: room) { buffer, written in
                _ = unsafe buffer.initialize(fromContentsOf: old)
                // Each axis has its own copy of the loop, so that the axis is a constant in it.
                written =
                    unsafe axis == .horizontal
                    ? arrangeHorizontally(elements, old.count, into: buffer)
                    : arrangeVertically(elements, old.count, into: buffer)
            }
        }
        return checks.arePassed
    }

    /// The sizes of all elements, and the room for their frames.
    ///
    /// Safe to use: `FilledLine` reads and writes below the count.
    @safe
    private struct Elements {
        let count: Int
        let sizes: UnsafeRawPointer
        let frames: UnsafeMutableRawPointer
    }

    /// Returns a number of lines to make room for: a few at first, then an estimate from these plus a tenth.
    ///
    /// Growing by doubling would copy the lines of a million elements several times over.
    private func roomForLines(of count: Int) -> Int {
        guard !lines.isEmpty else { return min(count, Self.sampleLineCount) }
        let estimate = Double(lines.count) * Double(count) / Double(next) * 1.1
        return max(wholeNumber(estimate, below: count) + 1, min(lines.count * 2, count))
    }

    /// The number of lines from which the total number is estimated; fewer would estimate badly, and copying 32 costs
    /// next to nothing.
    private static let sampleLineCount = 32

    @inline(never)
    private mutating func arrangeHorizontally(
        _ elements: Elements,
        _ written: Int,
        into buffer: UnsafeMutableBufferPointer<FlowLine>
    ) -> Int {
        unsafe arrange(elements, inLinesAlong: .horizontal, written, into: buffer)
    }

    @inline(never)
    private mutating func arrangeVertically(
        _ elements: Elements,
        _ written: Int,
        into buffer: UnsafeMutableBufferPointer<FlowLine>
    ) -> Int {
        unsafe arrange(elements, inLinesAlong: .vertical, written, into: buffer)
    }

    /// Breaks lines until all elements are on one, or the buffer is full; returns the number of lines in the buffer.
    @inline(__always)
    private mutating func arrange(
        _ elements: Elements,
        inLinesAlong axis: Axis,
        _ written: Int,
        into buffer: UnsafeMutableBufferPointer<FlowLine>
    ) -> Int {
        let (fitting, spacing, lineSpacing) = (fitting, spacing, lineSpacing)
        var (offset, checks, longest) = (offset, checks, longest)
        var (written, index) = (written, next)
        let unrolledEnd = elements.count - 3
        while index < elements.count, written < buffer.count {
            let start = index
            // Safe: an index below the count is that of a size and of a frame.
            var line = unsafe FilledLine(
                elements.sizes,
                elements.frames,
                first: index,
                offset: offset.value,
                checks,
                along: axis
            )
            index &+= 1
            // Unrolled, so that four elements share the test for the end.
            while index < unrolledEnd {
                guard line.append(index, fitting, spacing, along: axis) else { break }
                index &+= 1
                guard line.append(index, fitting, spacing, along: axis) else { break }
                index &+= 1
                guard line.append(index, fitting, spacing, along: axis) else { break }
                index &+= 1
                guard line.append(index, fitting, spacing, along: axis) else { break }
                index &+= 1
            }
            if index >= unrolledEnd {
                while index < elements.count, line.append(index, fitting, spacing, along: axis) {
                    index &+= 1
                }
            }
            unsafe buffer.initializeElement(
                at: written,
                to: FlowLine(
                    items: unsafe Range(uncheckedBounds: (start, index)),
                    length: line.length,
                    depth: line.depth,
                    offset: line.offset
                )
            )
            written &+= 1
            longest = longest > line.length ? longest : line.length
            offset.add(line.depth + lineSpacing)
            checks = line.checks
        }
        (self.offset, self.checks, self.longest) = (offset, checks, longest)
        next = index
        return written
    }
}

/// A line whose elements are placed as they are appended.
///
/// Safe to use: an index that is appended is below the number of elements.
@safe
private struct FilledLine {
    private let sizes: UnsafeRawPointer
    private let frames: UnsafeMutableRawPointer
    private(set) var length: Double
    private(set) var depth: Double
    let offset: Double
    private(set) var checks: SizeChecks

    /// Starts a line with an element.
    @inline(__always)
    init(
        _ sizes: UnsafeRawPointer,
        _ frames: UnsafeMutableRawPointer,
        first: Int,
        offset: Double,
        _ checks: SizeChecks,
        along axis: Axis
    ) {
        unsafe (self.sizes, self.frames) = (sizes, frames)
        self.offset = offset
        self.checks = checks
        let size = unsafe sizes.loadUnaligned(fromByteOffset: first &* 16, as: SIMD2<Double>.self)
        (length, depth) = axis == .horizontal ? (size.x, size.y) : (size.y, size.x)
        self.checks.add(size)
        place(first, at: 0, size, along: axis)
    }

    /// Appends an element if it fits.
    @inline(__always)
    mutating func append(
        _ index: Int,
        _ fitting: Double,
        _ spacing: Double,
        along axis: Axis
    ) -> Bool {
        let size = unsafe sizes.loadUnaligned(fromByteOffset: index &* 16, as: SIMD2<Double>.self)
        let position = length + spacing
        let longer = position + (axis == .horizontal ? size.x : size.y)
        guard longer <= fitting else { return false }
        place(index, at: position, size, along: axis)
        let own = axis == .horizontal ? size.y : size.x
        depth = depth > own ? depth : own
        length = longer
        checks.add(size)
        return true
    }

    /// Writes the frame of an element.
    @inline(__always)
    private func place(
        _ index: Int,
        at position: Double,
        _ size: SIMD2<Double>,
        along axis: Axis
    ) {
        let (x, y) = axis == .horizontal ? (position, offset) : (offset, position)
        unsafe frames.storeBytes(of: x, toByteOffset: index &* 32, as: Double.self)
        unsafe frames.storeBytes(of: y, toByteOffset: index &* 32 &+ 8, as: Double.self)
        unsafe frames.storeBytes(of: size, toByteOffset: index &* 32 &+ 16, as: SIMD2<Double>.self)
    }
}

/// Checks that sizes are positive and finite, with two instructions a size.
private struct SizeChecks {
    /// All bits that are set in a width or a height; the highest one is that of a minus.
    private var bits = SIMD2<UInt64>()
    /// The sums of widths and of heights, which are not finite if one of them is not.
    private var sums = SIMD2<Double>()

    @inline(__always)
    mutating func add(_ size: SIMD2<Double>) {
        // Safe: any bits are a number.
        bits |= unsafe unsafeBitCast(size, to: SIMD2<UInt64>.self)
        sums += size
    }

    /// Whether all sizes were positive and finite.
    var arePassed: Bool { (bits.x | bits.y) >> 63 == 0 && sums.x.isFinite && sums.y.isFinite }
}

extension Axis {
    /// Returns the frame of an element from its position, offset, length and depth on lines along this axis.
    @inline(__always)
    func frame(_ position: Double, _ offset: Double, _ length: Double, _ depth: Double) -> CGRect {
        self == .horizontal
            ? CGRect(x: position, y: offset, width: length, height: depth)
            : CGRect(x: offset, y: position, width: depth, height: length)
    }
}
