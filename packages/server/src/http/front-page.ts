import { trackerTag } from '@customer-intel/contract'
import { version } from '../kernel/version.ts'
import { addressOf } from './address-of.ts'
import { isNavigation } from './console/console-page.ts'
import type { Endpoint } from './endpoint.ts'
import { contentReply, jsonReply, type Reply } from './reply.ts'

export interface FrontPageOptions {
  publicUrl: string | null
  /** What browsers get in place of this page; null: this page. */
  consolePage: (() => Reply) | null
  /** Whether this page says that the console isn't built. */
  lacksConsole: boolean
}

/** `GET /`: what runs here and what to do next, as a page for browsers, else as JSON. Contains no key. */
export function createFrontPage(options: FrontPageOptions): Endpoint {
  return {
    method: 'GET',
    path: '/',
    handle: async (call) => {
      const headers = { vary: 'Accept, Sec-Fetch-Mode', 'cache-control': 'no-cache' }
      if (!isNavigation(call)) {
        const links = { openapi: '/openapi.json', health: '/health', script: '/svc.js' }
        return jsonReply(200, { name: 'Customer Intel', version, ...links }, headers)
      }
      if (options.consolePage !== null) return options.consolePage()
      return contentReply(
        page(addressOf(call, options.publicUrl), options.lacksConsole),
        'text/html; charset=utf-8',
        {
          ...headers,
          'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
        },
      )
    },
  }
}

const missingConsole = `<p>Its console, which stands here, is not built: run <code>npm run build</code> and start again, or install the packed
  server.</p>
`

/** `base`: the server's address for the reader. */
function page(base: string, lacksConsole: boolean): string {
  const tag = escape(trackerTag(base, 'pk_…').join('\n'))
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Customer Intel</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem }
  pre { background: #8882; padding: .7rem; overflow-x: auto }
  :root { color-scheme: light dark }
</style>
<h1>Customer Intel is running</h1>
<p>Version ${escape(version)}. This server takes events and records, and answers questions about customers.</p>
${lacksConsole ? missingConsole : ''}<h2>What to do next</h2>
<ol>
  <li>Paste this into the pages of your site, with the public key that the server printed when it started
    (<code>svc-server organization list</code> shows it again), and list your site in
    <code>SVC_ALLOWED_ORIGINS</code>:<pre>${tag}</pre></li>
  <li>Ask a question with the API key that the first start showed (<code>svc-server keys issue --name
    &lt;name&gt;</code> makes another):<pre>curl ${escape(base)}/api/tools/call \\
  -H "Authorization: Bearer $SVC_API_KEY" -H "Content-Type: application/json" \\
  -d '{"tool": "svc_list_customers"}'</pre></li>
  <li>Read what else there is: <a href="openapi.json">/openapi.json</a> lists every route,
    <a href="health">/health</a> says how the server is.</li>
</ol>
</html>
`
}

function escape(text: string): string {
  return text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
}
