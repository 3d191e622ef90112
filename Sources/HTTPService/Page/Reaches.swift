/// From where to where declarations hold in a script, in places among its tokens that are no ends of lines.
struct Reaches {
    /// The tokens that are no ends of lines.
    let tokens: [ScriptToken]

    /// The block that begins at a place.
    func block(at place: Int) -> ClosedRange<Int> {
        place...end(from: place + 1) { _ in false }
    }

    /// A function whose parameters stand at some places, with its body.
    func function(parameters: ClosedRange<Int>) -> ClosedRange<Int> {
        let next = parameters.upperBound + 1
        let body = text(next) == "=>" ? next + 1 : next
        let isBlock = text(body) == "{"
        let end =
            isBlock ? block(at: body).upperBound : end(from: body) { [",", ";"].contains($0) }
        return parameters.lowerBound...end
    }

    private func text(_ place: Int) -> String {
        tokens.indices.contains(place) ? tokens[place].text : ";"
    }

    /// The place of the first bracket that closes what is not opened behind a place, or of a sign outside of brackets that ends it too.
    private func end(from start: Int, or isEnd: (String) -> Bool) -> Int {
        var depth = 0
        for place in start..<tokens.count {
            let token = tokens[place]
            if token.closes || depth == 0 && token.kind == .sign && isEnd(token.text) {
                guard depth > 0 else { return place }
                depth -= 1
            }
            if token.opens { depth += 1 }
        }
        return tokens.count - 1
    }
}

extension ScriptToken {
    /// Whether it opens a bracket, or a value in a template.
    fileprivate var opens: Bool {
        kind == .template || kind == .sign && ["(", "[", "{"].contains(text)
    }

    /// Whether it closes a bracket, or a value in a template.
    fileprivate var closes: Bool {
        switch kind {
        case .text, .template: text.hasPrefix("}")
        case .sign: [")", "]", "}"].contains(text)
        default: false
        }
    }
}
