#if canImport(Darwin)
import Darwin
#else
import Glibc
#endif

/// The natural logarithm, without Foundation.
package func logarithm(_ x: Double) -> Double { log(x) }

/// e to the power of `x`, without Foundation.
package func exponential(_ x: Double) -> Double { exp(x) }
