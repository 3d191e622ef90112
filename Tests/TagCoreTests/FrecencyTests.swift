import TagCore
import Testing

@Suite struct `Frecency of uses` {
    private let day = 86_400.0

    @Test func `a use counts half after thirty days`() throws {
        let once = try #require(Frecency(at: 1_000))
        #expect(once.score(at: 1_000) == 1)
        #expect(abs(once.score(at: 1_000 + 30 * day) - 0.5) < 1e-12)
    }

    @Test func `the score is the decayed sum of all uses`() throws {
        let times = [0, 3 * day, 40 * day, 40 * day, -10 * day]
        var all = try #require(Frecency(at: times[0]))
        for time in times.dropFirst() { all = all.adding(useAt: time) }
        let now = 50 * day
        let expected = try times.map { try #require(Frecency(at: $0)).score(at: now) }.reduce(0, +)
        #expect(abs(all.score(at: now) - expected) < 1e-9)
        let five = try #require(Frecency(uses: 5, at: 0))
        #expect(abs(five.score(at: 0) - 5) < 1e-9)
    }

    @Test func `removing a use reverts adding it`() throws {
        let before = try #require(Frecency(uses: 3, at: 5 * day))
        let after = try #require(before.adding(useAt: 9 * day).removing(useAt: 9 * day))
        #expect(abs(after.seconds - before.seconds) < 1)
        #expect(try #require(Frecency(at: 7)).removing(useAt: 7) == nil)
    }

    @Test func `the order doesn't depend on the time`() throws {
        let old = try #require(Frecency(uses: 100, at: 0))
        let new = try #require(Frecency(uses: 2, at: 200 * day))
        #expect(old < new)
        for time in [0, 100 * day, 900 * day] { #expect(old.score(at: time) < new.score(at: time)) }
    }

    @Test(arguments: [.nan, .infinity, -.infinity, 1e300, -1e300]) func `extreme numbers are handled`(
        time: Double
    ) throws {
        let once = try #require(Frecency(at: 0))
        #expect(once.adding(useAt: time).seconds.isFinite)
        #expect(once.removing(useAt: time).map(\.seconds.isFinite) != false)
        #expect(once.score(at: time).isFinite)
        #expect(Frecency(uses: time, at: 0).map(\.seconds.isFinite) != false)
        #expect(Frecency(at: time).map(\.seconds.isFinite) != false)
    }
}
