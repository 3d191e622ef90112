import TestSupport
import Testing

@testable import Sync

/// Stamps, values and ids (rules 1, 2 and 8).
@Suite struct RegisterTests {
    @Test func `Registers are the same in any order and with repetitions`() {
        var random = SeededNumbers(seed: 7)
        let things = (0..<3).map { ThingID(kind: .tag, key: ["\($0)"]) }
        let changes = (0..<200)
            .map { _ in
                let stamp = Stamp(
                    milliseconds: random.next() % 4, counter: random.next() % 2, device: DeviceID(random.next() % 2))
                let value: RegisterValue = random.happens(30) ? .empty : .string(random.pick(["é", "e\u{301}", "a"]))
                return Register(RegisterKey(things[random.below(3)], .name), StampedValue(stamp, value))
            }
        var expected = Registers()
        for change in changes { expected.merge(change) }
        for _ in 0..<20 {
            var registers = Registers()
            for change in (changes + changes).shuffled(using: &random) { registers.merge(change) }
            #expect(registers == expected)
        }
    }

    @Test func `Canonically equivalent texts are different values with an order`() {
        let (composed, decomposed) = (RegisterValue.string("é"), RegisterValue.string("e\u{301}"))
        #expect(composed != decomposed)
        #expect(decomposed < composed && !(composed < decomposed))
    }

    @Test func `A stamp is newer than every stamp read, even with a clock that is behind`() {
        var clock = SyncClock()
        let device = DeviceID(1)
        clock.observe(Stamp(milliseconds: 5_000, counter: 3, device: DeviceID(9)))
        let stamps = [1, 1, 6_000, 2].map { clock.next(now: $0, device: device) }
        #expect(stamps == stamps.sorted() && Set(stamps).count == 4)
        #expect(stamps[0] > Stamp(milliseconds: 5_000, counter: 3, device: DeviceID(9)))
    }

    @Test func `The counter of a stamp doesn't overflow`() {
        var clock = SyncClock()
        let last = Stamp(milliseconds: 5, counter: .max, device: DeviceID(1))
        clock.observe(last)
        #expect(clock.next(now: 1, device: DeviceID(0)) > last)
    }

    @Test func `A position fits between any two others`() {
        var random = SeededNumbers(seed: 3)
        var positions: [MemberPosition] = []
        for _ in 0..<2_000 {
            let place = random.happens(50) ? 0 : random.below(positions.count + 1)
            let position = MemberPosition.between(
                place > 0 ? positions[place - 1] : nil, place < positions.count ? positions[place] : nil)
            positions.insert(position, at: place)
        }
        #expect(positions == positions.sorted() && Set(positions).count == positions.count)
    }

    @Test func `Positions at the ends of a list and of long runs stay short`() {
        var positions = [MemberPosition.between(nil, nil)]
        for _ in 0..<100_000 { positions.append(.between(positions.last, nil)) }
        for _ in 0..<1_000 { positions.insert(.between(nil, positions.first), at: 0) }
        #expect(positions == positions.sorted() && Set(positions).count == positions.count)
        #expect(positions.allSatisfy { $0.digits.count <= 3 })
        for (lower, upper) in [(positions[5], positions[6]), (nil, positions[0]), (positions[5], nil), (nil, nil)] {
            let run = MemberPosition.several(10_000, between: lower, upper)
            #expect(run == run.sorted() && Set(run).count == 10_000 && run.allSatisfy { $0.digits.count <= 6 })
            #expect(lower.map { $0 < run[0] } ?? true && upper.map { run[9_999] < $0 } ?? true)
        }
    }

    @Test func `ids are the first half of SHA-256`() {
        // From Python's hashlib.
        #expect(ThingID(kind: .item, key: ["abc"]).text == "7e47cb99d8e4af79b92f2b180f4c9324")
        #expect(ThingID(kind: .tag, key: ["swift", ""]).text == "313e5304c3943133b7d4ed07a3760bfa")
        #expect(ThingID(kind: .tag, key: ["ab", "c"]) != ThingID(kind: .tag, key: ["a", "bc"]))
    }
}
