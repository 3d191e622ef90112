#include "CCurl.h"

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/socket.h>

#if defined(__APPLE__)
static const char *const libraryName = "libcurl.4.dylib";
#else
static const char *const libraryName = "libcurl.so.4";
#endif

static CURLcode (*globalInit)(long);
static CURL *(*easyInit)(void);
static void (*easyCleanup)(CURL *);
static CURLcode (*easySetopt)(CURL *, CURLoption, ...);
static const char *(*easyStrerror)(CURLcode);
static CURLM *(*multiInit)(void);
static CURLMcode (*multiCleanup)(CURLM *);
static CURLMcode (*multiAddHandle)(CURLM *, CURL *);
static CURLMcode (*multiRemoveHandle)(CURLM *, CURL *);
static CURLMcode (*multiPerform)(CURLM *, int *);
static CURLMcode (*multiPoll)(CURLM *, struct curl_waitfd *, unsigned int, int, int *);
static CURLMcode (*multiWakeup)(CURLM *);
static CURLMsg *(*multiInfoRead)(CURLM *, int *);
static struct curl_slist *(*slistAppend)(struct curl_slist *, const char *);
static void (*slistFreeAll)(struct curl_slist *);
static CURLU *(*urlInit)(void);
static void (*urlCleanup)(CURLU *);
static CURLUcode (*urlSet)(CURLU *, CURLUPart, const char *, unsigned int);
static CURLUcode (*urlGet)(const CURLU *, CURLUPart, char **, unsigned int);
static void (*freeText)(void *);

typedef struct {
    const char *name;
    void *function;
} Entry;

static const Entry entries[] = {
    {"curl_global_init", &globalInit},
    {"curl_easy_init", &easyInit},
    {"curl_easy_cleanup", &easyCleanup},
    {"curl_easy_setopt", &easySetopt},
    {"curl_easy_strerror", &easyStrerror},
    {"curl_multi_init", &multiInit},
    {"curl_multi_cleanup", &multiCleanup},
    {"curl_multi_add_handle", &multiAddHandle},
    {"curl_multi_remove_handle", &multiRemoveHandle},
    {"curl_multi_perform", &multiPerform},
    {"curl_multi_poll", &multiPoll},
    {"curl_multi_wakeup", &multiWakeup},
    {"curl_multi_info_read", &multiInfoRead},
    {"curl_slist_append", &slistAppend},
    {"curl_slist_free_all", &slistFreeAll},
    {"curl_url", &urlInit},
    {"curl_url_cleanup", &urlCleanup},
    {"curl_url_set", &urlSet},
    {"curl_url_get", &urlGet},
    {"curl_free", &freeText},
};

static int isLoaded;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

static const char *loadAll(void) {
    void *library = dlopen(libraryName, RTLD_NOW | RTLD_LOCAL);
    if (!library) return libraryName;
    for (size_t index = 0; index < sizeof entries / sizeof *entries; index++) {
        void *symbol = dlsym(library, entries[index].name);
        if (!symbol) return entries[index].name;
        // POSIX lets a function's address be stored in a pointer to an object, which is what dlsym returns.
        memcpy(entries[index].function, &symbol, sizeof symbol);
    }
    return globalInit(CURL_GLOBAL_DEFAULT) == CURLE_OK ? NULL : "curl_global_init";
}

const char *CCurlLoad(void) {
    // A failure isn't remembered: a process that is out of descriptors now may have some for the next attempt.
    pthread_mutex_lock(&mutex);
    const char *missing = isLoaded ? NULL : loadAll();
    if (!missing) isLoaded = 1;
    pthread_mutex_unlock(&mutex);
    return missing;
}

CURL *CCurlMakeHandle(void) { return easyInit(); }
void CCurlReleaseHandle(CURL *handle) { easyCleanup(handle); }
const char *CCurlErrorText(CURLcode code) { return easyStrerror(code); }

CURLM *CCurlMakeSet(void) { return multiInit(); }
void CCurlReleaseSet(CURLM *set) { multiCleanup(set); }
CURLMcode CCurlAdd(CURLM *set, CURL *handle) { return multiAddHandle(set, handle); }
void CCurlRemove(CURLM *set, CURL *handle) { multiRemoveHandle(set, handle); }
void CCurlWakeUp(CURLM *set) { multiWakeup(set); }

CURLMcode CCurlPerform(CURLM *set) {
    int running;
    return multiPerform(set, &running);
}

CURLMcode CCurlWait(CURLM *set, int milliseconds) { return multiPoll(set, NULL, 0, milliseconds, NULL); }

CURL *CCurlNextFinished(CURLM *set, CURLcode *code) {
    int left;
    CURLMsg *message;
    while ((message = multiInfoRead(set, &left))) {
        if (message->msg != CURLMSG_DONE) continue;
        *code = message->data.result;
        return message->easy_handle;
    }
    return NULL;
}

struct curl_slist *CCurlAppend(struct curl_slist *list, const char *text) { return slistAppend(list, text); }
void CCurlReleaseList(struct curl_slist *list) { slistFreeAll(list); }

CURLU *CCurlMakeURL(void) { return urlInit(); }
void CCurlReleaseURL(CURLU *url) { urlCleanup(url); }

CURLUcode CCurlSetURLPart(CURLU *url, CURLUPart part, const char *text, unsigned int flags) {
    return urlSet(url, part, text, flags);
}

CURLUcode CCurlGetURLPart(const CURLU *url, CURLUPart part, char **text, unsigned int flags) {
    return urlGet(url, part, text, flags);
}

void CCurlReleaseText(char *text) { freeText(text); }

CURLcode CCurlSetLong(CURL *handle, CURLoption option, long value) { return easySetopt(handle, option, value); }

CURLcode CCurlSetText(CURL *handle, CURLoption option, const char *value) { return easySetopt(handle, option, value); }

CURLcode CCurlSetList(CURL *handle, CURLoption option, struct curl_slist *value) {
    return easySetopt(handle, option, value);
}

CURLcode CCurlSetPointer(CURL *handle, CURLoption option, void *value) { return easySetopt(handle, option, value); }

CURLcode CCurlSetReceiver(CURL *handle, CURLoption option, curl_write_callback value) {
    return easySetopt(handle, option, value);
}

CURLcode CCurlSetProgress(CURL *handle, curl_xferinfo_callback value) {
    return easySetopt(handle, CURLOPT_XFERINFOFUNCTION, value);
}

CURLcode CCurlSetOpenSocket(CURL *handle, curl_opensocket_callback value) {
    return easySetopt(handle, CURLOPT_OPENSOCKETFUNCTION, value);
}

CURLcode CCurlSetWebProtocols(CURL *handle) {
    // Versions before 7.85 know only the numbers.
#if LIBCURL_VERSION_NUM >= 0x075500
    CURLcode code = easySetopt(handle, CURLOPT_PROTOCOLS_STR, "http,https");
    return code ? code : easySetopt(handle, CURLOPT_REDIR_PROTOCOLS_STR, "http,https");
#else
    long web = CURLPROTO_HTTP | CURLPROTO_HTTPS;
    CURLcode code = easySetopt(handle, CURLOPT_PROTOCOLS, web);
    return code ? code : easySetopt(handle, CURLOPT_REDIR_PROTOCOLS, web);
#endif
}

void CCurlLeaveSlowLookups(CURL *handle) {
#if LIBCURL_VERSION_NUM >= 0x075700
    easySetopt(handle, CURLOPT_QUICK_EXIT, 1L);
#endif
}

const void *CCurlAddressBytes(const struct curl_sockaddr *address) { return &address->addr; }

curl_socket_t CCurlMakeSocket(const struct curl_sockaddr *address) {
    int type = address->socktype;
#ifdef SOCK_CLOEXEC
    type |= SOCK_CLOEXEC;
#endif
    int descriptor = socket(address->family, type, address->protocol);
#ifndef SOCK_CLOEXEC
    if (descriptor >= 0) fcntl(descriptor, F_SETFD, FD_CLOEXEC);
#endif
    return descriptor < 0 ? CURL_SOCKET_BAD : descriptor;
}
