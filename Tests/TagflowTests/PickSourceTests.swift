import TagService
import Testing

@testable import tagflow

@Suite struct PickSourceTests {
    @Test func `a page that cannot be read is an error, not the end of the set`() throws {
        let service = try TagService(.memory)
        try service.sets.create("many", tags: (0..<1_500).map { "tag \($0)" })
        let source = SetSource(service: service, set: .named("many"), excluded: [], keepsSelection: false)
        let first = try source.first()
        let more = try #require(source.more(after: first))
        try service.close()
        #expect(throws: StoreError.self) { try more() }
    }
}
