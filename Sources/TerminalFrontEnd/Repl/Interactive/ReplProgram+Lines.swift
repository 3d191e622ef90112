internal import TagService
internal import Terminal

extension ReplProgram {
    /// Takes a line that was entered, which may be several.
    mutating func enter(_ text: String) -> [Effect] {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        highlight = nil
        if lines.count == 1, let doubt = doubt(about: lines[0]) {
            editor.setText(lines[0])
            remark = doubt
            return [.bell]
        }
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

    /// What a person has to know of a line that is a command, and the name of a tag on the board as well.
    ///
    /// Said once: the same line again is the command.
    private mutating func doubt(about line: String) -> String? {
        guard case .command(let words)? = try? grammar.input(line), !doubted.contains(line),
            let tag = tags(beginningWith: line).first(where: { $0.count == line.trimmed.count })
        else { return nil }
        doubted.insert(line)
        return "'\(tag)' is a tag as well: '#\(tag)' toggles it, Enter again runs '\(words[0])'"
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
        let (service, set, grammar) = (service, set, grammar)
        return [
            .run {
                do { return .toggled(try await change(service, set)) } catch {
                    return .failed(ReplRemark.text(of: grammar.mended(error)))
                }
            }
        ]
    }
}
