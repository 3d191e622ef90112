internal import Foundation

/// A connection to a server for sending raw bytes, piece by piece.
package enum RawConnection {
    /// Sends pieces to a server, and returns the response until the server closes the connection or is silent.
    ///
    /// - Parameters:
    ///   - pieces: the data to send; `sleep 0.5` waits instead, `read` reads available data, and `end` closes the sending side.
    ///   - server: the server.
    ///   - silence: after how many seconds without a byte the server counts as silent.
    /// - Returns: the bytes as Latin-1, with `<closed>` or `<reset>` at the end if the server has closed the connection.
    /// - Throws: the error of running Python.
    package static func send(_ pieces: String..., to server: RunningServer, silence: Double = 3) throws -> String {
        let port = server.url.split(separator: ":").last.map { $0.prefix { $0 != "/" } } ?? ""
        return try PythonScript.run(lines, [String(port), "\(silence)"] + pieces)
    }

    private static let lines = """
        import socket, sys, time
        connection = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
        got = b""
        def read(seconds):
            global got
            connection.settimeout(seconds)
            try:
                while part := connection.recv(65536):
                    got += part
                got += b"<closed>"
            except TimeoutError:
                pass
            except OSError:
                got += b"<reset>"
        for piece in sys.argv[3:]:
            try:
                if piece.startswith("sleep "): time.sleep(float(piece[6:]))
                elif piece == "read": read(1)
                elif piece == "end": connection.shutdown(socket.SHUT_WR)
                else: connection.sendall(piece.encode())
            except OSError:
                break
        if not got.endswith(b">"): read(float(sys.argv[2]))
        sys.stdout.write(got.decode("latin-1"))
        """
}
