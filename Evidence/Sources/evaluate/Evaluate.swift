import Foundation

/// Measures suggestions on files of items, or their time on a made-up collection.
///
///     evaluate DIR [SET…]            learns all of DIR/SET/train and asks about DIR/SET/dev
///     evaluate --learn N DIR [SET…]  learns only the N items before the asked ones, at three places
///     evaluate --time [ITEMS]        prints the time of each phase of a query
@main enum Evaluate {
    static func main() throws {
        var arguments = CommandLine.arguments.dropFirst()
        if arguments.first == "--time" {
            var timing = Timing(
                itemCount: arguments.dropFirst().first.flatMap { Int($0) } ?? 100_000
            )
            return timing.run()
        }
        var learned: Int?
        if arguments.first == "--learn" {
            learned = arguments.dropFirst().first.flatMap { Int($0) }
            arguments = arguments.dropFirst(2)
        }
        guard let folder = arguments.first else {
            print("usage: evaluate [--learn N] DIR [SET…] | evaluate --time [ITEMS]")
            exit(64)
        }
        let named = Array(arguments.dropFirst())
        let sets =
            named.isEmpty
            ? try FileManager.default.contentsOfDirectory(atPath: folder).sorted() : named
        print(Evaluation.header)
        var mean = [0.0, 0]
        for set in sets
        where FileManager.default.fileExists(atPath: "\(folder)/\(set)/dev.ndjson.gz") {
            var evaluation = Evaluation()
            let train = try Row.read("\(folder)/\(set)/train.ndjson")
            let dev = try Row.read("\(folder)/\(set)/dev.ndjson")
            if let learned {
                for part in firstWeeks(train, dev, learning: learned) {
                    evaluation.ask(part.asked, after: part.learned)
                }
            } else {
                evaluation.ask(dev, after: train)
            }
            print(set.padding(toLength: 12, withPad: " ", startingAt: 0), evaluation.line)
            mean[0] += evaluation.withCompanions.ndcg
            mean[1] += 1
            fflush(nil)
        }
        print("mean of N + R + C:", String(format: "%.4f", mean[0] / max(1, mean[1])))
    }

    /// Returns three places in dev, each with the 100 asked items and the items just before them.
    private static func firstWeeks(
        _ train: [Row],
        _ dev: [Row],
        learning count: Int
    ) -> [(learned: [Row], asked: [Row])] {
        let every = train + dev
        return (0..<3)
            .compactMap { place in
                let start = train.count + (dev.count > 100 ? (dev.count - 100) * place / 2 : 0)
                guard start >= count else { return nil }
                return (Array(every[(start - count)..<start]), Array(every[start...].prefix(100)))
            }
    }
}
