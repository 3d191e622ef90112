internal import TagCore

/// An array of numbers in allocated memory, or in a part of ``FrozenBytes`` such as a mapped file.
///
/// It has the value semantics of an array: a change in one copy doesn't affect others, and frozen bytes are copied by
/// the first change. Every access is checked against the bounds.
// `@unchecked Sendable`: memory is written only while nothing else refers to it.
@safe struct PackedArray<Element: BitwiseCopyable & Sendable>: RandomAccessCollection, @unchecked Sendable {
    /// The owner of the elements' memory.
    @safe private final class Memory {
        let bytes: FrozenBytes?
        /// The address of allocated memory; `nil` for frozen bytes.
        let own: UnsafeMutablePointer<Element>?

        init(_ bytes: FrozenBytes) {
            self.bytes = bytes
            unsafe own = nil
        }

        init(count: Int) {
            bytes = nil
            unsafe own = .allocate(capacity: count)
        }

        deinit { unsafe own?.deallocate() }
    }

    private var memory: Memory
    // Points into `memory`, which this value keeps alive.
    private var elements: UnsafeBufferPointer<Element>

    /// Copies elements.
    ///
    /// - Complexity: O(*n*).
    init(_ array: some Collection<Element>) {
        memory = Memory(count: array.count)
        let copy = unsafe UnsafeMutableBufferPointer(start: memory.own, count: array.count)
        _ = unsafe copy.initialize(from: array)
        unsafe elements = UnsafeBufferPointer(copy)
    }

    /// Creates an array that repeats an element, and fills it in place.
    init(repeating element: Element, count: Int, fill: (inout MutableSpan<Element>) -> Void) {
        memory = Memory(count: count)
        let own = unsafe UnsafeMutableBufferPointer(start: memory.own, count: count)
        unsafe own.initialize(repeating: element)
        var span = unsafe own.mutableSpan
        fill(&span)
        unsafe elements = UnsafeBufferPointer(own)
    }

    /// Creates an array in a part of frozen bytes without copying it; `nil` if the part isn't
    /// within the bytes.
    init?(_ bytes: FrozenBytes, at offset: Int, count: Int) {
        guard let found = unsafe bytes.elements(of: Element.self, at: offset, count: count) else { return nil }
        memory = Memory(bytes)
        unsafe elements = found
    }

    var startIndex: Int { 0 }
    var endIndex: Int { unsafe elements.count }
    var count: Int { unsafe elements.count }

    subscript(position: Int) -> Element {
        get {
            // As an unsigned number, a negative number is large, so one comparison checks both
            // bounds.
            precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "index out of range")
            return unsafe elements[position]
        }
        set {
            precondition(UInt(bitPattern: position) < UInt(bitPattern: count), "index out of range")
            if unsafe memory.own == nil || !isKnownUniquelyReferenced(&memory) { self = PackedArray(self) }
            unsafe memory.own?[position] = newValue
        }
    }

    /// Calls a body with all elements.
    @inline(__always) func withSpan<Result>(_ body: (Span<Element>) throws -> Result) rethrows -> Result {
        try body(unsafe elements.span)
    }

    /// Calls a body with the bytes of all elements.
    func withBytes<Result>(_ body: (RawSpan) throws -> Result) rethrows -> Result {
        try body(unsafe UnsafeRawBufferPointer(elements).bytes)
    }

    func withContiguousStorageIfAvailable<Result>(
        _ body: (UnsafeBufferPointer<Element>) throws -> Result
    ) rethrows -> Result? { try unsafe body(elements) }
}

extension PackedArray: ExpressibleByArrayLiteral { init(arrayLiteral elements: Element...) { self.init(elements) } }
