// libcurl, loaded when the first page is read: linking it and the thirty libraries that it needs would cost every start
// of the program.

#ifndef CCURL_H
#define CCURL_H

#define CURL_DISABLE_TYPECHECK
#include <curl/curl.h>

/// Loads and initializes libcurl, unless it is loaded already.
///
/// Returns null, or what is missing: the name of the library or of a function. The next call tries again. No other function may be
/// called before this one has returned null.
const char *CCurlLoad(void);

CURL *CCurlMakeHandle(void);
/// Runs the transfer of a handle that isn't in a set, and waits for its end.
void CCurlReleaseHandle(CURL *handle);
const char *CCurlErrorText(CURLcode code);

/// Makes an empty set of handles whose transfers run concurrently on one thread; returns null without memory.
CURLM *CCurlMakeSet(void);
/// Releases a set whose handles were removed.
void CCurlReleaseSet(CURLM *set);
CURLMcode CCurlAdd(CURLM *set, CURL *handle);
/// Removes a handle, and ends its transfer if it is running.
void CCurlRemove(CURLM *set, CURL *handle);
/// Sends and receives everything that is possible without waiting.
CURLMcode CCurlPerform(CURLM *set);
/// Waits until a transfer can continue, the set is woken up, or the time has passed.
CURLMcode CCurlWait(CURLM *set, int milliseconds);
/// Ends `CCurlWait`, now or when it is called next. Any thread may call this.
void CCurlWakeUp(CURLM *set);
/// Returns a handle whose transfer has ended and sets its result; returns null if there are no more.
CURL *CCurlNextFinished(CURLM *set, CURLcode *code);

/// Adds a copy of a text to a list. Returns null without memory, and then the list is unchanged.
struct curl_slist *CCurlAppend(struct curl_slist *list, const char *text);
void CCurlReleaseList(struct curl_slist *list);

CURLU *CCurlMakeURL(void);
void CCurlReleaseURL(CURLU *url);
CURLUcode CCurlSetURLPart(CURLU *url, CURLUPart part, const char *text, unsigned int flags);
/// Copies a part of a URL, which `CCurlReleaseText` releases.
CURLUcode CCurlGetURLPart(const CURLU *url, CURLUPart part, char **text, unsigned int flags);
void CCurlReleaseText(char *text);

// Swift can't call variadic functions, so each type of value has a function here.

CURLcode CCurlSetLong(CURL *handle, CURLoption option, long value);
CURLcode CCurlSetText(CURL *handle, CURLoption option, const char *value);
CURLcode CCurlSetList(CURL *handle, CURLoption option, struct curl_slist *value);
CURLcode CCurlSetPointer(CURL *handle, CURLoption option, void *value);
/// Sets CURLOPT_WRITEFUNCTION or CURLOPT_HEADERFUNCTION.
CURLcode CCurlSetReceiver(CURL *handle, CURLoption option, curl_write_callback value);
CURLcode CCurlSetProgress(CURL *handle, curl_xferinfo_callback value);
CURLcode CCurlSetOpenSocket(CURL *handle, curl_opensocket_callback value);

/// Limits requests and redirects to HTTP and HTTPS.
CURLcode CCurlSetWebProtocols(CURL *handle);

/// On a timeout, leaves a slow name lookup to its thread instead of waiting for it. The thread frees what it uses.
///
/// Versions before 7.87 wait, for as long as the system's resolver retries.
void CCurlLeaveSlowLookups(CURL *handle);

/// The address that is about to be connected, of `addrlen` bytes, which may be more than a `sockaddr` has.
const void *CCurlAddressBytes(const struct curl_sockaddr *address);

/// Opens a socket that programs started meanwhile don't inherit.
curl_socket_t CCurlMakeSocket(const struct curl_sockaddr *address);

#endif
