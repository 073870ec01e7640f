/** Host, port and database of a PostgreSQL URL: never the password. */
export function placeOfUrl(url: string): string {
  try {
    const { hostname, port, pathname } = new URL(url)
    return `${hostname || 'localhost'}:${port || 5432}${pathname}`
  } catch {
    return 'the given URL, which is none (postgres://user:password@host:5432/database)'
  }
}
