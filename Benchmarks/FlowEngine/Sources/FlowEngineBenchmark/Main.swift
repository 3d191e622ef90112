import Foundation

/// Measures the layout engine and prints its table in Markdown.
@main enum Main {
    static func main() {
        let peers = Peers(path: CommandLine.arguments.dropFirst().first)
        let measurements = Measurements(peers: peers)
        print("Best of several runs, in processor time; the row on a new width")
        print("by the clock on the wall. \(peers.name ?? "Taffy was not available").")
        print()
        print("| work; compared with | ours | theirs | ratio | bar | met |")
        print("| --- | --- | --- | --- | --- | --- |")
        for row in measurements.arrange() { print(row.text) }
        print(measurements.layoutProtocol().text)
        print(measurements.edit().text)
        print(measurements.width().text)
        print(measurements.widthOfEqualChips().text)
        for row in measurements.lazy() { print(row.text) }
        print(measurements.treeEdit().text)
        for row in measurements.growth() { print(row.text) }
        for row in measurements.features() { print(row.text) }
    }
}
