internal import CPango
internal import Foundation
internal import TextMeasurement

/// The order of a label's scalars in a document, for labels that mix right-to-left and other text.
///
/// Readers take glyphs from left to right and turn right-to-left text round again, but not alike: of "חדש 2024" as it is seen, poppler
/// puts the number first on a page of Latin labels, and PDFium, used by Chromium, reverses its surroundings. Both reverse a
/// single word that is followed by a direction mark. So here words are ordered along the page's main
/// direction, those against it reversed, and each of these with a mark behind it.
struct ReadingOrder {
    /// A scalar, or a mark of direction.
    struct Item: Hashable {
        let scalar: Unicode.Scalar
        /// The scalar's place in the label, in bytes of UTF-8; `nil` for a mark.
        let offset: Int?
    }

    /// The items from left to right.
    let items: [Item]

    /// Orders a label; `nil` if it has no right-to-left text, or is one right-to-left word, which all readers turn round.
    ///
    /// - Complexity: linear in the label.
    init?(
        _ label: String,
        onRightToLeftPage isReversed: Bool,
        _ directions: ReadingOrder.Directions
    ) {
        let scalars = Self.items(of: label)
        let areRightToLeft = scalars.map { directions.of($0.scalar) == .rightToLeft }
        guard areRightToLeft.contains(true),
            !zip(scalars, areRightToLeft).allSatisfy({ $1 || Self.isMark($0.scalar) })
        else { return nil }
        let turned = isReversed ? ReadingOrder.Direction.leftToRight : .rightToLeft
        let mark = Item(scalar: isReversed ? "\u{200F}" : "\u{200E}", offset: nil)
        var items = [mark]
        var word: [Item] = []
        for item in scalars {
            if directions.of(item.scalar) == turned || !word.isEmpty && Self.isMark(item.scalar) {
                word.append(item)
                continue
            }
            if !word.isEmpty { items += word.reversed() + [mark] }
            word = []
            items.append(item)
        }
        if !word.isEmpty { items += word.reversed() + [mark] }
        self.items = isReversed ? items.reversed() : items
    }

    private static func items(of label: String) -> [Item] {
        var offset = 0
        return label.unicodeScalars.map { scalar in
            defer { offset += UTF8.width(scalar) }
            return Item(scalar: scalar, offset: offset)
        }
    }

    /// Whether a scalar is a mark on the letter before it, such as a vowel.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory == .nonspacingMark
    }
}

extension ReadingOrder {
    /// The direction of a scalar by itself.
    enum Direction {
        case leftToRight
        case rightToLeft
        /// The direction of its surroundings.
        case neutral
    }

    /// The directions of scalars, as Pango knows them.
    struct Directions {
        let library: FontLibrary

        /// The direction of a scalar; a digit's is from left to right, as readers take it.
        func of(_ scalar: Unicode.Scalar) -> ReadingOrder.Direction {
            if scalar.isASCII {
                return scalar.properties.isAlphabetic || scalar.properties.numericType != nil
                    ? .leftToRight : .neutral
            }
            let text = String(scalar)
            switch unsafe library.pango.find_base_dir(text, Int32(clamping: text.utf8.count)) {
            // `PANGO_DIRECTION_LTR` and `PANGO_DIRECTION_RTL`.
            case 0: return .leftToRight
            case 1: return .rightToLeft
            default: return scalar.properties.numericType == nil ? .neutral : .leftToRight
            }
        }

        /// Whether most letters of the chips are written from right to left, which decides poppler's order of a page.
        ///
        /// - Complexity: linear in the labels.
        func areMostlyRightToLeft(_ chips: [PictureChip]) -> Bool {
            var balance = 0
            for scalar in chips.lazy.flatMap(\.label.unicodeScalars)
            where scalar.properties.numericType == nil {
                switch of(scalar) {
                case .leftToRight: balance += 1
                case .rightToLeft: balance -= 1
                case .neutral: break
                }
            }
            return balance < 0
        }
    }
}
