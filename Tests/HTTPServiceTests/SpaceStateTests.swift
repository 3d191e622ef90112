import Testing

@testable import HTTPService

/// Every transition of the state machine of an exclusive space.
@Suite struct SpaceStateTests {
    private typealias Event = SpaceState.Event

    private static let now = ContinuousClock.now

    /// Another node that had the lock and was sent a wish, both some seconds before now.
    private static func other(tried: Double, wished: Double) -> SpaceState.OtherNode {
        SpaceState.OtherNode(
            retryTime: now - .seconds(tried) + SpaceState.retryDelay,
            wishTime: now - .seconds(wished)
        )
    }

    private static let recent = other(tried: 0.5, wished: 0.7)
    private static let past = other(tried: 1, wished: 1)

    private static func request(isRetry: Bool = false, mayOpen: Bool = true) -> Event {
        .requested(at: now, isRetry: isRetry, mayOpen: mayOpen)
    }

    struct Transition: CustomTestStringConvertible {
        var state: SpaceState
        var event: SpaceState.Event
        var next: SpaceState
        var actions: [SpaceState.Action]

        init(
            _ state: SpaceState,
            _ event: SpaceState.Event,
            _ next: SpaceState,
            _ actions: SpaceState.Action...
        ) {
            (self.state, self.event, self.next, self.actions) = (state, event, next, actions)
        }

        var testDescription: String { "\(state), \(event)" }
    }

    @Test(arguments: [
        // Closed, and as far as this node knows free.
        Transition(.closed(nil), request(), .opening(nil), .open),
        Transition(.closed(nil), request(mayOpen: false), .closed(nil), .refuse),
        Transition(.closed(nil), request(isRetry: true, mayOpen: false), .closed(nil), .refuse),
        // Held by another node.
        Transition(.closed(recent), request(), .closed(recent), .refuse),
        Transition(.closed(recent), request(isRetry: true), .opening(recent), .open),
        Transition(.closed(past), request(), .opening(past), .open),
        Transition(.closed(past), request(mayOpen: false), .closed(past), .refuse),
        // Opening: requests wait.
        Transition(.opening(nil), request(), .opening(nil)),
        Transition(.opening(nil), request(mayOpen: false), .opening(nil), .refuse),
        Transition(.opening(recent), request(), .opening(recent), .refuse),
        Transition(.opening(recent), request(isRetry: true), .opening(recent)),
        Transition(.opening(past), request(), .opening(past)),
        Transition(.opening(nil), .opened(isWanted: true), .open, .removeWish, .admitRequests),
        Transition(.opening(past), .opened(isWanted: true), .open, .removeWish, .admitRequests),
        Transition(
            .opening(nil),
            .opened(isWanted: false),
            .closing,
            .removeWish,
            .close(isAwaited: true)
        ),
        Transition(.opening(nil), .failedToOpen, .closed(nil)),
        Transition(.opening(recent), .failedToOpen, .closed(recent)),
        // A wish is left at most once a second.
        Transition(
            .opening(nil),
            .foundLocked(at: now),
            .closed(other(tried: 0, wished: 0)),
            .addWish
        ),
        Transition(
            .opening(past),
            .foundLocked(at: now),
            .closed(other(tried: 0, wished: 0)),
            .addWish
        ),
        Transition(
            .opening(recent),
            .foundLocked(at: now),
            .closed(other(tried: 0, wished: 0.7))
        ),
        // Open.
        Transition(.open, .unneeded, .closing, .close(isAwaited: false)),
        Transition(.open, .mustClose, .closing, .close(isAwaited: true)),
        Transition(.open, .willBeDeleted, .closed(nil)),
        // Closing: requests wait, even those that will be refused.
        Transition(.closing, request(), .closing),
        Transition(.closing, request(mayOpen: false), .closing),
        Transition(.closing, .closed, .closed(nil)),
    ])
    func `a transition has its next state and actions`(transition: Transition) {
        var state = transition.state
        #expect(state.handle(transition.event) == transition.actions)
        #expect(state == transition.next)
    }

    @Test func `an event that doesn't concern a state changes nothing`() {
        let opening: [Event] = [
            .opened(isWanted: true), .opened(isWanted: false), .foundLocked(at: Self.now),
            .failedToOpen,
        ]
        let closing: [Event] = [.unneeded, .mustClose, .willBeDeleted]
        let ignored: [(SpaceState, [Event])] = [
            (.closed(nil), opening + closing + [.closed]),
            (.closed(Self.recent), opening + closing + [.closed]),
            (.opening(nil), closing + [.closed]),
            (.open, opening + [.closed, Self.request()]),
            (.closing, opening + closing),
        ]
        for (before, events) in ignored {
            for event in events {
                var state = before
                #expect(state.handle(event) == [], "\(before), \(event)")
                #expect(state == before, "\(event)")
            }
        }
    }

    @Test func `only a closed space that may be tried again can be forgotten`() {
        for state in [SpaceState.closed(nil), .closed(Self.past)] {
            #expect(state.isForgettable(at: Self.now))
        }
        for state in [
            SpaceState.closed(Self.recent), .opening(nil), .opening(Self.past), .open, .closing,
        ] {
            #expect(!state.isForgettable(at: Self.now))
        }
    }

    /// Nodes that share one lock and one wish, and do what their state machines say.
    private struct Cluster {
        var nodes = [SpaceState](repeating: .closed(nil), count: 3)
        var holder: Int?
        var isWanted = false
        var now = SpaceStateTests.now
        var refusals = 0
        var openings = 0

        mutating func send(_ event: Event, to node: Int) {
            for action in nodes[node].handle(event) {
                switch action {
                case .open: break
                case .refuse: refusals += 1
                case .admitRequests: openings += 1
                case .addWish: isWanted = true
                case .removeWish: isWanted = false
                case .close: #expect(holder == node)
                }
            }
        }

        /// Lets a node do the work that it has started.
        mutating func work(_ node: Int) {
            switch nodes[node] {
            case .opening where holder == nil:
                holder = node
                send(.opened(isWanted: true), to: node)
            case .opening: send(.foundLocked(at: now), to: node)
            case .closing:
                holder = nil
                send(.closed, to: node)
            case .open: if isWanted { send(.unneeded, to: node) }
            case .closed: break
            }
        }
    }

    @Test(arguments: 0..<20 as Range<UInt64>)
    func `at most one node has a space, and each node that is asked gets it`(seed: UInt64) {
        var (cluster, random) = (Cluster(), seed &* 0x9E37_79B9_7F4A_7C15 | 1)
        func next(_ bound: UInt64) -> Int {
            random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((random >> 33) % bound)
        }
        for _ in 0..<2_000 {
            let node = next(3)
            if next(2) == 0 {
                cluster.work(node)
            } else {
                let isRetry = next(4) == 0
                cluster.send(
                    .requested(at: cluster.now, isRetry: isRetry, mayOpen: true),
                    to: node
                )
            }
            cluster.now += .milliseconds(next(400))
            let holders = cluster.nodes.indices
                .filter { [.open, .closing].contains(cluster.nodes[$0]) }
            #expect(holders == (cluster.holder.map { [$0] } ?? []))
        }
        #expect(cluster.refusals > 0 && cluster.openings > 20)
        // Only one node is asked from now on: the space comes to it.
        for _ in 0..<10 {
            cluster.send(.requested(at: cluster.now, isRetry: false, mayOpen: true), to: 1)
            for node in 0..<3 { cluster.work(node) }
            cluster.now += SpaceState.retryDelay
        }
        #expect(cluster.nodes[1] == .open)
    }
}
