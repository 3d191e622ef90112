import TestSupport
import Testing

/// The job in Scale/learning, run by DuckDB; the cases are in Tests/Scripts/learning_checks.py.
@Suite(.enabled(if: PythonPackages.duckDB.areInstalled, "needs PyPI's duckdb and numpy: .ci/duckdb fetches them"))
struct LearningJobTests {
    @Test(arguments: ["golden", "random", "import"]) func `the job counts the saved items`(name: String) throws {
        let outcome = try PythonPackages.duckDB.run("learning_checks.py", [TagflowProcess.path, name])
        #expect(outcome.code == 0, "\(outcome.output.suffix(4_000))")
    }
}

extension PythonPackages { fileprivate static let duckDB = PythonPackages("duckdb", modules: "duckdb, numpy") }
