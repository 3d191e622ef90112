internal import TagService
internal import Terminal

extension ReplProgram {
    /// Takes a line that was entered, which may be several.
    mutating func enter(_ text: String) -> [Effect] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        highlight = nil
        suggestions = []
        guard !lines.isEmpty else { return suggest() }
        for line in lines where editor.remember(line) {
            history?.append(line)
        }
        waiting += lines
        guard !isBusy else { return [] }
        let first = waiting.removeFirst()
        return submit(first)
    }

    /// Answers a line: toggles here, anything else outside.
    mutating func submit(_ line: String) -> [Effect] {
        switch try? grammar.input(line) {
        case .quit: return leave()
        case .nothing: return suggest()
        case .toggleNumbers(let numbers) where !hasFound:
            return toggle { try await $0.toggle(numbers: numbers, in: $1) }
        case .toggleTag(let tag):
            return toggle { try await $0.change([tag], .toggle, in: $1) }
        default:
            let lines = [line] + waiting
            waiting = []
            return [.finish(.answer(lines, self), keepsDrawing: false)]
        }
    }

    /// Changes the selection beside the program; lines that are entered meanwhile wait.
    mutating func toggle(
        _ change: @escaping @Sendable (TagService, SetReference) async throws -> TagChange
    ) -> [Effect] {
        isBusy = true
        let (service, set) = (service, set)
        return [
            .run {
                do { return .toggled(try await change(service, set)) } catch {
                    return .failed(ReplRemark.text(of: error))
                }
            }
        ]
    }
}
