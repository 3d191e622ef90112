// The link for the bookmarks bar that opens the Add view for any page.

/**
 * The bookmarklet: it only opens a window, so no page's security policy stops it, and nothing of the page is changed.
 * The selection is cut until the address fits the server's limit.
 * @param {string} address  of the Add view
 */
export function bookmarklet(address) {
  const code =
    `(()=>{const a=location.href,t=document.title.slice(0,300),u=n=>${JSON.stringify(`${address}?`)}+new URLSearchParams({location:a,title:t,note:n,close:1});` +
    "let n=String(getSelection()).trim().slice(0,2000);while(n&&u(n).length>7000)n=n.slice(0,-50);" +
    `open(u(n),"_blank","popup,width=600,height=760")||(location.href=u(n))})()`;
  return `javascript:${code.replace(/[% "]/g, encodeURIComponent)}`;
}
