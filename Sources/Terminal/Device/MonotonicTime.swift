/// The time that passes while events are waited for.
package enum MonotonicTime {
    private static let origin = ContinuousClock.now

    /// The time since the first call.
    package static func now() -> Duration { ContinuousClock.now - origin }
}
