// swift-tools-version: 6.3
import PackageDescription

let package = Package(
    name: "FlowEngineBenchmark", platforms: [.macOS(.v15)],
    dependencies: [.package(name: "tagflow", path: "../..", traits: [])],
    targets: [
        .target(name: "PlainLoop", cSettings: [.unsafeFlags(["-O2"])]),
        .executableTarget(
            name: "FlowEngineBenchmark", dependencies: ["PlainLoop", .product(name: "FlowEngine", package: "tagflow")],
            swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error), .strictMemorySafety()]),
    ])
