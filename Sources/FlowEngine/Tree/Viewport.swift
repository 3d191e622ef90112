internal import Foundation
internal import Synchronization

/// The visible part of a tree, as seen by its scroll views and lazy containers during a pass.
final class Viewport: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// The rectangle that is shown, in the root's coordinates; nil shows everything.
        var shown: CGRect?
        /// The rectangle whose nodes are made.
        var window: CGRect?
        /// Whether a lazy container's size differs from the size reported to its ancestors.
        var isStale = false
        /// The number of scroll views around the element that is being placed.
        var scrollViews = 0
    }

    /// The rectangle that is shown, in the root's coordinates; nil shows everything.
    var shown: CGRect? { state.withLock { $0.shown } }

    /// The rectangle whose nodes are created: the visible part with half its size around it; `nil` creates everything.
    var window: CGRect? { state.withLock { $0.window } }

    /// Sets the visible part of the next pass.
    func show(_ rect: CGRect?) {
        state.withLock { state in
            state = State()
            guard let rect else { return }
            let shown = rect.withoutInvalidNumbers
            state.shown = shown
            state.window = shown.withMargin
        }
    }

    /// Moves the visible part together with its nodes.
    func move(by distance: CGPoint) {
        state.withLock { state in
            state.shown = state.shown?.moved(by: distance)
            state.window = state.window?.moved(by: distance)
        }
    }

    /// Requests another pass, because sizes changed while nodes were being placed.
    func markStale() { state.withLock { $0.isStale = true } }

    /// Returns whether the layout has to be repeated.
    func takeStaleness() -> Bool {
        state.withLock { state in
            defer { state.isStale = false }
            return state.isStale
        }
    }

    /// Calls a function that places the content of a scroll view.
    ///
    /// The visible part of the tree applies to the outermost scroll view; inner scroll views show the start of their
    /// content.
    func clipped<Value>(to frame: CGRect, _ body: () -> Value) -> Value {
        let outer = state.withLock { state in
            let outer = state.window
            if state.scrollViews > 0 { state.window = outer?.intersection(frame.withMargin) }
            state.scrollViews += 1
            return outer
        }
        let value = body()
        state.withLock { state in
            state.scrollViews -= 1
            if state.scrollViews > 0 { state.window = outer }
        }
        return value
    }
}

extension CGRect {
    /// The rectangle, extended on each side by half of its size.
    fileprivate var withMargin: CGRect {
        CGRect(x: minX - width / 2, y: minY - height / 2, width: width * 2, height: height * 2)
    }

    /// Returns the rectangle moved by a distance.
    fileprivate func moved(by distance: CGPoint) -> CGRect {
        CGRect(x: minX + distance.x, y: minY + distance.y, width: width, height: height)
    }

    /// The rectangle with NaN replaced by 0 and infinities by finite numbers.
    fileprivate var withoutInvalidNumbers: CGRect {
        func valid(_ number: CGFloat) -> CGFloat { number.isNaN ? 0 : min(max(number, -Self.farthest), Self.farthest) }
        let (left, top) = (valid(minX), valid(minY))
        return CGRect(x: left, y: top, width: valid(maxX) - left, height: valid(maxY) - top)
    }

    /// A length that is longer than anything shown, and short enough to be doubled.
    private static var farthest: CGFloat { 1e300 }
}
