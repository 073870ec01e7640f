import { environment } from './runtime.ts'

/** Where `npm start` of the server listens. */
const localServer = 'http://127.0.0.1:8787'

/** The server's address without a trailing slash: the option, else `SVC_BASE_URL`, else the local server. */
export function resolveBaseUrl(option: string | undefined): string {
  const address = option ?? environment('SVC_BASE_URL') ?? localServer
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (!url || !/^https?:$/.test(url.protocol) || url.username || url.password || url.search || url.hash) {
    throw new TypeError(
      'baseUrl must be an address such as https://intel.example.com, with no user, query or fragment',
    )
  }
  return url.href.replace(/\/+$/, '')
}
