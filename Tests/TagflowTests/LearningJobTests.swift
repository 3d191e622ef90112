import TestSupport
import Testing

/// The job in Scale/learning, by DuckDB; the cases stand in Tests/Scripts/learning_checks.py.
@Suite(
    .enabled(
        if: PythonPackages.duckDB.areInstalled,
        "needs PyPI's duckdb and numpy: .ci/duckdb fetches them"
    )
)
struct LearningJobTests {
    @Test(arguments: ["golden", "random", "import"])
    func `the job counts what was saved`(name: String) throws {
        let outcome = try PythonPackages.duckDB.run(
            "learning_checks.py",
            [TagflowProcess.path, name]
        )
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

extension PythonPackages {
    fileprivate static let duckDB = PythonPackages("duckdb", modules: "duckdb, numpy")
}
