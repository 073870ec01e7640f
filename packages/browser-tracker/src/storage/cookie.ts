const YEAR_S = 31_536_000

/** The value of a cookie, if there is one. */
export const readCookie = (name: string): string | undefined =>
  (document.cookie.match(`\\b${name}=([^;]*)`) || [])[1]

/**
 * Sets a cookie for the whole site: on the shortest suffix of the host name that the browser accepts, so that `www.` and
 * `app.` share it without a list of public suffixes. An empty value deletes it.
 */
export const writeCookie = (name: string, value: string): void => {
  const labels = location.hostname.split('.')
  for (let start = labels.length; start-- && readCookie(name) !== value;)
    document.cookie = `${name}=${value};path=/;samesite=lax;max-age=${value ? YEAR_S : 0};domain=${labels.slice(start).join('.')}`
}
