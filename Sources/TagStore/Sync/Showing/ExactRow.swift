internal import Sync

/// A row whose texts are compared byte by byte, because equal strings may be composed differently.
protocol ExactRow: Equatable { var exactTexts: [String?] { get } }

extension ExactRow {
    /// Returns whether the row equals a stored one, and its texts have the same bytes.
    func isExactly(_ other: Self?) -> Bool {
        guard let other, self == other else { return false }
        return exactTexts.map(ExactText.init(orEmpty:)) == other.exactTexts.map(ExactText.init(orEmpty:))
    }
}

extension ExactText { init(orEmpty text: String?) { self.init(text ?? "") } }

extension TagRow: ExactRow { var exactTexts: [String?] { [name] } }

extension AliasRow: ExactRow { var exactTexts: [String?] { [name] } }

extension SetRow: ExactRow { var exactTexts: [String?] { [name, layout] } }

extension ItemRow: ExactRow { var exactTexts: [String?] { [title, location, note] } }

extension TagDetail: ExactRow { var exactTexts: [String?] { [description] } }

extension GroupMember: ExactRow { var exactTexts: [String?] { [group] } }

extension ViewRow: ExactRow { var exactTexts: [String?] { [name, query] } }

extension RuleRow: ExactRow { var exactTexts: [String?] { [query] } }
