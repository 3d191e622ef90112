internal import TagService
internal import Terminal

/// Typing a tag.
///
/// Enter takes the first choice, as in every field for tags. Alt+Enter and comma take the text as typed, and Alt with a digit
/// takes the choice with that digit. A comma leaves a number sign in the field, so that the next letters are the next tag rather
/// than keys.
extension Review {
    mutating func edit(_ event: TerminalEvent) -> [Effect] {
        switch field.edit(event) {
        case .refused, .ignored: [.bell]
        case .endOfInput: [.finish(.finished(summary), keepsDrawing: false)]
        default: []
        }
    }

    /// Handles a key while a tag is typed.
    mutating func pressInField(_ key: KeyEvent) -> [Effect] {
        if let digit = key.digit(with: .alt) { return take(field.choice(digit: digit)) }
        switch key {
        case KeyEvent(.enter), .control("m"): return take(field.highlighted)
        case KeyEvent(.enter, .alt): return take(field.typed)
        case KeyEvent(.character(",")): return take(field.typed, thenTypesAnother: true)
        case KeyEvent(.tab), .control("i"), KeyEvent(.down):
            field.moveHighlight(by: 1)
            return []
        case KeyEvent(.tab, .shift), KeyEvent(.up):
            field.moveHighlight(by: -1)
            return []
        default: return edit(.key(key))
        }
    }

    private mutating func take(_ choice: ReviewField.Choice?, thenTypesAnother: Bool = false) -> [Effect] {
        guard let choice else { return [.bell] }
        let name: String
        do { name = try choice.isNew ? TagService.Tags.tagName(choice.name) : choice.name } catch {
            notice = Notice(text: Remark.text(of: error))
            return [.bell]
        }
        let (text, wasOn) = (field.editor.text, chips.isOn(name))
        chips.add(name, isNew: choice.isNew)
        field.clear()
        if thenTypesAnother { field.setText("#") }
        field.taken = TakenText(text: text, tag: name, wasChosen: wasOn, isNew: choice.isNew)
        return choice.isNew ? findSimilar(to: name) : []
    }

    /// Brings a text back that the last key turned into a tag, and takes the tag off again.
    mutating func bringBack(_ text: TakenText) -> [Effect] {
        if !text.wasChosen { chips.remove(text.tag) }
        field.setText(text.text)
        return []
    }

    /// Turns the known tag on instead of the new tag.
    mutating func take(_ offered: TagOffer) -> [Effect] {
        chips.remove(offered.new)
        chips.add(offered.known)
        return []
    }

    /// Returns an effect that looks for the known tag that a new tag resembles.
    private func findSimilar(to name: String) -> [Effect] {
        let actions = source.actions
        return [
            .run {
                do { return .similar(try actions.similar(name)) } catch {
                    return .noted(Notice(text: Remark.text(of: error)))
                }
            }
        ]
    }
}
