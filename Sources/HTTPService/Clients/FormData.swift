internal import HTTPTypes

/// The body of an HTML form, in either of its two types.
///
/// ```swift
/// let body = Array("url=https%3A%2F%2Fswift.org%2F&unread=on".utf8)
/// let parameters = try FormData.parameters(body, "application/x-www-form-urlencoded")
/// // [("url", "https://swift.org/"), ("unread", "on")]
/// ```
enum FormData {
    static let types = ["application/x-www-form-urlencoded", "multipart/form-data"]

    /// Returns the fields of a form, without its files; `nil` for another content type.
    ///
    /// - Throws: a problem with status 400 for an invalid body.
    /// - Complexity: linear in the length of the body.
    static func parameters(_ bytes: [UInt8], _ contentType: String) throws(Problem) -> [(name: String, value: String)]?
    {
        let type = contentType.prefix { $0 != ";" }.filter { !$0.isWhitespace }.lowercased()
        switch type {
        case types[0]:
            guard let text = String(validating: bytes, as: UTF8.self), let found = PercentEncoding.parameters(text)
            else { throw .badRequest("the form must be percent-encoded UTF-8") }
            return found
        case types[1]:
            guard let boundary = parameter("boundary", of: contentType), !boundary.isEmpty else {
                throw .badRequest("the content type of the form has no 'boundary'")
            }
            return try parts(of: bytes, between: boundary)
        default: return nil
        }
    }

    private static let lineEnd = Array("\r\n".utf8)

    private static func parts(
        of bytes: [UInt8], between boundary: String
    ) throws(Problem) -> [(name: String, value: String)] {
        // The first delimiter has no end of line before it.
        let parts = (lineEnd + bytes)
            .split(separator: lineEnd + Array("--\(boundary)".utf8), omittingEmptySubsequences: false)
        var found: [(name: String, value: String)] = []
        for part in parts.dropFirst() where !part.starts(with: "--".utf8) {
            guard let header = part.firstRange(of: lineEnd + lineEnd) else {
                throw .badRequest("a part of the form has no header")
            }
            let fields = String(decoding: part[..<header.lowerBound], as: UTF8.self)
            guard let name = parameter("name", of: fields), parameter("filename", of: fields) == nil else { continue }
            guard let value = String(validating: part[header.upperBound...], as: UTF8.self) else {
                throw .badRequest("the form must be UTF-8")
            }
            found.append((name, value))
        }
        return found
    }

    /// Returns a parameter of a header field, such as `name` of `form-data; name="url"`.
    private static func parameter(_ name: String, of field: String) -> String? {
        for part in field.split(whereSeparator: { $0 == ";" || $0.isNewline }) {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard pair.count == 2, pair[0].filter({ !$0.isWhitespace }).lowercased() == name else { continue }
            return String(pair[1].drop { $0 == "\"" || $0 == " " }.prefix { $0 != "\"" })
        }
        return nil
    }
}
