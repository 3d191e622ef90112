import Testing

@testable import HTTPService

/// Every transition of the state machine of an exclusive space.
@Suite struct SpaceTakeoverTests {
    private typealias Event = SpaceTakeover.State.Event

    private static let now = ContinuousClock.now

    private static let later = now + .milliseconds(1)
    /// When a node that finds the lock taken now may retry.
    private static let delayed = now + SpaceTakeover.State.retryDelay

    private static func request(isRetry: Bool = false, mayOpen: Bool = true) -> Event {
        .requested(at: now, isRetry: isRetry, mayOpen: mayOpen)
    }

    struct Transition: CustomTestStringConvertible {
        var state: SpaceTakeover.State
        var event: SpaceTakeover.State.Event
        var next: SpaceTakeover.State
        var actions: [SpaceTakeover.State.Action]

        init(
            _ state: SpaceTakeover.State, _ event: SpaceTakeover.State.Event, _ next: SpaceTakeover.State,
            _ actions: SpaceTakeover.State.Action...
        ) { (self.state, self.event, self.next, self.actions) = (state, event, next, actions) }

        var testDescription: String { "\(state), \(event)" }
    }

    @Test(arguments: [
        // Closed, and free to this node's knowledge.
        Transition(.closed(retryTime: nil), request(), .opening(retryTime: nil), .open),
        Transition(.closed(retryTime: nil), request(mayOpen: false), .closed(retryTime: nil), .refuse),
        Transition(.closed(retryTime: nil), request(isRetry: true, mayOpen: false), .closed(retryTime: nil), .refuse),
        // Held by another node.
        Transition(.closed(retryTime: later), request(), .closed(retryTime: later), .refuse),
        Transition(.closed(retryTime: later), request(isRetry: true), .opening(retryTime: later), .open),
        Transition(.closed(retryTime: now), request(), .opening(retryTime: now), .open),
        Transition(.closed(retryTime: now), request(mayOpen: false), .closed(retryTime: now), .refuse),
        // Opening: requests wait.
        Transition(.opening(retryTime: nil), request(), .opening(retryTime: nil)),
        Transition(.opening(retryTime: nil), request(mayOpen: false), .opening(retryTime: nil), .refuse),
        Transition(.opening(retryTime: later), request(), .opening(retryTime: later), .refuse),
        Transition(.opening(retryTime: later), request(isRetry: true), .opening(retryTime: later)),
        Transition(.opening(retryTime: now), request(), .opening(retryTime: now)),
        Transition(.opening(retryTime: nil), .opened(isWanted: true), .open, .removeRequest, .admitRequests),
        Transition(.opening(retryTime: now), .opened(isWanted: true), .open, .removeRequest, .admitRequests),
        Transition(
            .opening(retryTime: nil), .opened(isWanted: false), .closing, .removeRequest, .close(isAwaited: true)),
        Transition(.opening(retryTime: nil), .failedToOpen, .closed(retryTime: nil)),
        Transition(.opening(retryTime: later), .failedToOpen, .closed(retryTime: later)),
        // A takeover request is left at most once a second.
        Transition(.opening(retryTime: nil), .foundLocked(at: now), .closed(retryTime: delayed), .addRequest),
        Transition(.opening(retryTime: now), .foundLocked(at: now), .closed(retryTime: delayed), .addRequest),
        Transition(.opening(retryTime: later), .foundLocked(at: now), .closed(retryTime: later)),
        // Open.
        Transition(.open, .unneeded, .closing, .close(isAwaited: false)),
        Transition(.open, .mustClose, .closing, .close(isAwaited: true)),
        Transition(.open, .willBeDeleted, .closed(retryTime: nil)),
        // Closing: requests wait, even those that will be refused.
        Transition(.closing, request(), .closing), Transition(.closing, request(mayOpen: false), .closing),
        Transition(.closing, .closed, .closed(retryTime: nil)),
    ]) func `a transition has its next state and actions`(transition: Transition) {
        var state = transition.state
        #expect(state.handle(transition.event) == transition.actions)
        #expect(state == transition.next)
    }

    @Test func `an event that doesn't concern a state changes nothing`() {
        let opening: [Event] = [
            .opened(isWanted: true), .opened(isWanted: false), .foundLocked(at: Self.now), .failedToOpen,
        ]
        let closing: [Event] = [.unneeded, .mustClose, .willBeDeleted]
        let ignored: [(SpaceTakeover.State, [Event])] = [
            (.closed(retryTime: nil), opening + closing + [.closed]),
            (.closed(retryTime: Self.later), opening + closing + [.closed]),
            (.opening(retryTime: nil), closing + [.closed]), (.open, opening + [.closed, Self.request()]),
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
        for state in [SpaceTakeover.State.closed(retryTime: nil), .closed(retryTime: Self.now)] {
            #expect(state.isForgettable(at: Self.now))
        }
        for state in [
            SpaceTakeover.State.closed(retryTime: Self.later), .opening(retryTime: nil), .opening(retryTime: Self.now),
            .open, .closing,
        ] { #expect(!state.isForgettable(at: Self.now)) }
    }

    /// Nodes that share one lock and one takeover request, and follow their state machines.
    private struct Cluster {
        var nodes = [SpaceTakeover.State](repeating: .closed(retryTime: nil), count: 3)
        var holder: Int?
        var isWanted = false
        var now = SpaceTakeoverTests.now
        var refusals = 0
        var openings = 0

        mutating func send(_ event: Event, to node: Int) {
            for action in nodes[node].handle(event) {
                switch action {
                case .open: break
                case .refuse: refusals += 1
                case .admitRequests: openings += 1
                case .addRequest: isWanted = true
                case .removeRequest: isWanted = false
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

    @Test(arguments: 0..<20 as Range<UInt64>) func `at most one node has a space, and each node that is asked gets it`(
        seed: UInt64
    ) {
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
                cluster.send(.requested(at: cluster.now, isRetry: isRetry, mayOpen: true), to: node)
            }
            cluster.now += .milliseconds(next(400))
            let holders = cluster.nodes.indices.filter { [.open, .closing].contains(cluster.nodes[$0]) }
            #expect(holders == (cluster.holder.map { [$0] } ?? []))
        }
        #expect(cluster.refusals > 0 && cluster.openings > 20)
        // Only one node is asked from now on: the space comes to it.
        for _ in 0..<10 {
            cluster.send(.requested(at: cluster.now, isRetry: false, mayOpen: true), to: 1)
            for node in 0..<3 { cluster.work(node) }
            cluster.now += SpaceTakeover.State.retryDelay
        }
        #expect(cluster.nodes[1] == .open)
    }
}
