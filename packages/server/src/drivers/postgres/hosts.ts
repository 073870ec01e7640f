/**
 * A URL for each host that a PostgreSQL URL names before its path, `postgres://user@one:5432,two:5432/intel`, in its order:
 * what libpq understands, and URL parsers don't.
 */
export function urlsOfHosts(url: string): string[] {
  const [, start, hosts, rest] = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is.exec(url) ?? []
  if (start === undefined || hosts === undefined) return [url]
  return hosts.split(',').map((host) => `${start}${host}${rest}`)
}

/** What is wrong with a PostgreSQL URL, for people; null when nothing is. Doesn't repeat it: it may have a password. */
export function problemOfUrl(url: string): string | null {
  const urls = urlsOfHosts(url)
  const isUrl = (one: string) =>
    URL.canParse(one) &&
    /^postgres(?:ql)?:$/.test(new URL(one).protocol) &&
    (urls.length === 1 || new URL(one).hostname !== '')
  if (!urls.every(isUrl))
    return 'must be postgres://user:password@host:5432/database, or name several hosts, as in postgres://user:password@one:5432,two:5432/database'
  const { searchParams } = new URL(urls[0]!)
  if (searchParams.get('host')?.includes(','))
    return 'must name several hosts before the path, as in postgres://user:password@one:5432,two:5432/database'
  const wanted = searchParams.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary', 'any'].includes(wanted))
    return 'must have target_session_attrs=read-write, or none: the server writes'
  return null
}

/** Host, port and database of a PostgreSQL URL: never the password. */
export function placeOfUrl(url: string): string {
  try {
    const urls = urlsOfHosts(url).map((one) => new URL(one))
    const hosts = urls.map(({ hostname, port }) => `${hostname || 'localhost'}:${port || 5432}`)
    return `${hosts.join(',')}${urls[0]!.pathname}`
  } catch {
    return 'the given URL, which is none (postgres://user:password@host:5432/database)'
  }
}
