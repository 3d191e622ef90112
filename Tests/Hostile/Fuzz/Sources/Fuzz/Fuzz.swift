import CLibFuzzer
import Foundation

/// `Fuzz TARGET CORPUS… [-option=value…]`: hands libFuzzer one of the targets.
@main enum Fuzz {
    static func main() {
        let target = CommandLine.arguments.dropFirst().first.flatMap(FuzzTarget.init(rawValue:))
        guard let target else {
            print("usage: Fuzz import|layout|input CORPUS… [-option=value…]")
            exit(64)
        }
        unsafe FuzzTarget.current = target
        let words = [CommandLine.arguments[0]] + CommandLine.arguments.dropFirst(2)
        // libFuzzer keeps the arguments, which live as long as the process.
        var arguments: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) }
        var count = Int32(arguments.count)
        unsafe arguments.append(nil)
        let code = unsafe arguments.withUnsafeMutableBufferPointer { buffer in
            var pointer = unsafe buffer.baseAddress
            return unsafe LLVMFuzzerRunDriver(&count, &pointer) { data, size in
                let bytes = unsafe Array(UnsafeBufferPointer(start: data, count: size))
                unsafe FuzzTarget.current?.take(bytes)
                return 0
            }
        }
        exit(code)
    }
}

/// The code under test.
enum FuzzTarget: String {
    case `import`
    case layout
    case input

    /// The target of this process; set once, before libFuzzer starts.
    nonisolated(unsafe) static var current: FuzzTarget?

    /// Processes an input; a trap, a hang or a broken promise is a finding.
    func take(_ bytes: [UInt8]) {
        switch self {
        case .import: ImportTarget.take(bytes)
        case .layout: LayoutTarget.take(bytes)
        case .input: InputTarget.take(bytes)
        }
    }
}

/// Ends the process if a promise is broken, which libFuzzer records as a finding.
func require(_ condition: Bool, _ promise: @autoclosure () -> String) { precondition(condition, promise()) }
