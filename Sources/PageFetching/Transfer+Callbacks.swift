internal import CCurl

/// The transfer that a callback is for.
///
/// The transfer's set keeps it alive while libcurl calls back.
private func transfer(_ object: UnsafeMutableRawPointer?) -> Transfer? {
    guard let object = unsafe object else { return nil }
    return unsafe Unmanaged<Transfer>.fromOpaque(object).takeUnretainedValue()
}

/// Opens a socket unless the policy refuses its address.
///
/// The socket is connected to this address, with no further lookup.
func openSocket(
    object: UnsafeMutableRawPointer?, purpose: curlsocktype, address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe transfer(object), let address = unsafe address else { return CURL_SOCKET_BAD }
    let bytes = unsafe UnsafeRawBufferPointer(start: CCurlAddressBytes(address), count: Int(address.pointee.addrlen))
    let refusal =
        if let found = unsafe IPAddress(socketAddress: bytes) { transfer.policy.refusal(found) } else {
            AddressKind?.some(.reserved)
        }
    if let refusal {
        transfer.refusal = transfer.refusal ?? refusal
        return CURL_SOCKET_BAD
    }
    transfer.wasConnecting = true
    return unsafe CCurlMakeSocket(address)
}

/// Receives one line of a header.
func receiveHeader(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe transfer(object) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    unsafe transfer.header.read(buffer)
    guard transfer.header.size <= transfer.limits.headerSize else {
        transfer.stop = .headerTooLarge
        return 0
    }
    // Nothing else of the response to a message is used.
    if transfer.message != nil, transfer.header.isComplete, transfer.header.status >= 200 {
        transfer.stop = .header
        return 0
    }
    return size * count
}

/// Receives decompressed content; any result other than its size ends the transfer.
func receiveContent(bytes: UnsafeMutablePointer<CChar>?, size: Int, count: Int, object: UnsafeMutableRawPointer?) -> Int
{
    guard let transfer = unsafe transfer(object) else { return 0 }
    guard transfer.header.isContentUseful else {
        transfer.stop = .header
        return 0
    }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    let space = transfer.limits.size - transfer.content.count
    unsafe transfer.content.append(contentsOf: buffer.prefix(space))
    guard buffer.count <= space else {
        transfer.stop = .full
        return 0
    }
    return size * count
}

/// Ends the transfer of a canceled task, after the deadline, and if the content as sent is too large, which decompressed may be nothing.
func checkProgress(
    object: UnsafeMutableRawPointer?, expected: curl_off_t, received: curl_off_t, expectedToSend: curl_off_t,
    sent: curl_off_t
) -> Int32 {
    guard let transfer = unsafe transfer(object) else { return 1 }
    // libcurl calls this about once a second if nothing arrives.
    if transfer.isCanceled() {
        transfer.stop = .canceled
        return 1
    }
    if ContinuousClock.now >= transfer.deadline {
        transfer.stop = .deadline
        return 1
    }
    if received > transfer.limits.size {
        transfer.stop = .full
        return 1
    }
    return 0
}
