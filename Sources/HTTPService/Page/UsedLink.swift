internal import HTTPTypes

/// The page that a browser gets for a sign-in link that was already used or has expired.
enum UsedLink {
    /// Returns the page, with the status of the problem.
    ///
    /// - Parameters:
    ///   - problem: the problem that clients other than browsers get.
    ///   - basePath: the server's base path, which must not contain characters special in HTML.
    /// - Returns: the response.
    static func response(_ problem: Problem, basePath: String) -> ServiceResponse {
        let text = """
            <!DOCTYPE html>
            <html lang="en"><meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <title>tagflow</title>
            <link rel="stylesheet" href="\(basePath)/page.css">
            <main>
            <h1>This link signs nobody in any more</h1>
            <p>It was used already, or the server was started again.</p>
            <ul>
            <li>Is this browser signed in already? Then <a href="\(basePath)/">the page</a> opens.</li>
            <li>Otherwise open the newest link that the server printed; each start prints one.</li>
            <li>Or run <code>tagflow token new browser --scope write</code>, and give the page that token.</li>
            </ul>
            </main></html>

            """
        var response = ServiceResponse.bytes(Array(text.utf8), "text/html; charset=utf-8")
        response.status = problem.status
        response.headers[.contentSecurityPolicy] = PageAssets.policy
        response.headers[.cacheControl] = "no-store"
        return response
    }
}
