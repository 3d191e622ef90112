internal import CPango
internal import Foundation
internal import TextMeasurement

/// The order of a label's scalars in a PDF, for labels that mix right-to-left and other text.
///
/// PDF readers extract glyphs from left to right and then reverse right-to-left text, but they do so in
/// different ways. If "חדש 2024" is drawn in visual order on a page of Latin labels, poppler puts the
/// number first, and PDFium (Chromium) reverses the text around the number. Both correctly reverse a
/// single word followed by a direction mark. This type therefore orders words along the page's main
/// direction, and reverses each word in the opposite direction and puts a mark after it.
struct ReadingOrder {
    /// A scalar of the label, or a direction mark.
    struct Item: Hashable {
        let scalar: Unicode.Scalar
        /// The scalar's UTF-8 offset in the label, or `nil` for a direction mark.
        let offset: Int?
    }

    /// The items from left to right.
    let items: [Item]

    /// Orders the scalars of a label.
    ///
    /// Returns `nil` if the label has no right-to-left text, or if it is a single right-to-left word,
    /// which every reader reverses correctly.
    ///
    /// - Complexity: linear in the label.
    init?(_ label: String, onRightToLeftPage isReversed: Bool, _ directions: ReadingOrder.Directions) {
        let scalars = Self.items(of: label)
        let areRightToLeft = scalars.map { directions.of($0.scalar) == .rightToLeft }
        guard areRightToLeft.contains(true), !zip(scalars, areRightToLeft).allSatisfy({ $1 || Self.isMark($0.scalar) })
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

    /// Returns whether a scalar is a mark on the preceding letter, such as a vowel sign.
    static func isMark(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.generalCategory == .nonspacingMark }
}

extension ReadingOrder {
    /// The direction of a scalar, independent of its context.
    enum Direction {
        case leftToRight
        case rightToLeft
        /// The direction of the surrounding text.
        case neutral
    }

    /// Looks up the directions of scalars in Pango.
    struct Directions {
        let library: FontLibrary

        /// Returns the direction of a scalar.
        ///
        /// Digits are left-to-right, as in PDF readers.
        func of(_ scalar: Unicode.Scalar) -> ReadingOrder.Direction {
            if scalar.isASCII {
                return scalar.properties.isAlphabetic || scalar.properties.numericType != nil ? .leftToRight : .neutral
            }
            let text = String(scalar)
            switch unsafe library.pango.find_base_dir(text, Int32(clamping: text.utf8.count)) {
            // `PANGO_DIRECTION_LTR` and `PANGO_DIRECTION_RTL`.
            case 0: return .leftToRight
            case 1: return .rightToLeft
            default: return scalar.properties.numericType == nil ? .neutral : .leftToRight
            }
        }

        /// Returns whether most letters of the chips are right-to-left.
        ///
        /// Poppler derives the main direction of a page from its letters in the same way.
        ///
        /// - Complexity: linear in the labels.
        func areMostlyRightToLeft(_ chips: [PictureChip]) -> Bool {
            var balance = 0
            for scalar in chips.lazy.flatMap(\.label.unicodeScalars) where scalar.properties.numericType == nil {
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
