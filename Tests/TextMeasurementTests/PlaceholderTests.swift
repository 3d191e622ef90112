import Testing

@Test func `it builds`() { #expect(Bool(true)) }
