// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "suggestions-benchmarks", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tagflow", path: "../..", traits: [])],
    targets: [
        .executableTarget(
            name: "SearchTimes", dependencies: [.product(name: "Suggestions", package: "tagflow")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
        .executableTarget(
            name: "QuestionTimes", dependencies: [.product(name: "TagService", package: "tagflow")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]),
    ])
