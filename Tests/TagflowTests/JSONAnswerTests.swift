import Foundation
import TestSupport
import Testing

@Suite struct JSONAnswerTests {
    @Test func `commands that change something print JSON on request`() throws {
        let tagflow = try TagflowProcess()
        try tagflow.run("new", "s", "-y", "a", "b", "c", "d")
        try tagflow.run("select", "a")
        try tagflow.run("save", "first")
        let copy = tagflow.folder.file("copy.sqlite")
        for (arguments, answer) in [
            (["rename", "a", "A b"], #"{"new":"A b","old":"a"}"#), (["merge", "b", "c"], #"{"from":"b","into":"c"}"#),
            (["alias", "x", "c"], #"{"alias":"x","tag":"c"}"#), (["unalias", "x"], #"{"alias":"x","tag":"c"}"#),
            (["distinguish", "c", "d"], #"{"other":"d","tag":"c"}"#),
            (["imply", "c", "d"], #"{"implies":["d"],"tag":"c"}"#), (["imply"], #"[{"implies":["d"],"tag":"c"}]"#),
            (["describe", "c", "e f", "--color", "red"], #"{"color":"red","description":"e f","tag":"c"}"#),
            (["one-of", "g", "c", "d"], #"{"group":"g","tags":["c","d"]}"#),
            (["one-of", "g", "--delete"], #"{"group":"g","tags":["c","d"]}"#),
            (["unimply", "c", "d"], #"{"implies":["d"],"tag":"c"}"#), (["delete", "d"], #"{"deleted":["d"]}"#),
            (["rename-set", "s", "t"], #"{"new":"t","old":"s"}"#), (["backup", copy], "{\"file\":\"\(copy)\"}"),
        ] {
            for quiet in [[], ["--quiet"]] where quiet.isEmpty || arguments[0] == "distinguish" {
                let outcome = try tagflow.run(arguments + ["--format", "json"] + quiet)
                #expect(outcome.output == "\(answer)\n" && outcome.code == 0, "\(outcome.errors)")
            }
        }
        let forgotten = try tagflow.run("delete-item", "1", "--format", "json").output
        #expect(forgotten.hasPrefix(#"[{"at":""#) && forgotten.contains(#""title":"first""#))
        let dropped = try tagflow.run("drop", "t", "--format", "json").output
        #expect(dropped == #"{"chosen":true,"daily":false,"saved":0,"selected":1,"set":"t","tags":2}"# + "\n")
    }
}
