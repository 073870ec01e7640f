import { randomBytes } from 'node:crypto'
import type { Call, Endpoint } from '../endpoint.ts'
import { contentReply, type Reply } from '../reply.ts'
import { serveFile } from '../static-file.ts'
import type { BuiltConsole } from './built-console.ts'

/**
 * The console's files: those with a hash in their name are kept for ever, the others are asked for again.
 */
export function createConsoleFiles({ files }: BuiltConsole): Endpoint[] {
  return [...files].map(([path, file]) => {
    const isHashed = path.startsWith('/assets/')
    const headers = {
      'cache-control': isHashed ? 'public, max-age=31536000, immutable' : 'no-cache',
      'cross-origin-resource-policy': 'same-origin',
    }
    return {
      method: 'GET',
      path,
      handle: async (call) => serveFile(call, file, file.contentType, headers),
    }
  })
}

/** Whether somebody goes to an address in a browser: then an unknown path is one of the console's pages. */
export function isNavigation(call: Call): boolean {
  if (call.method !== 'GET' && call.method !== 'HEAD') return false
  const mode = call.header('sec-fetch-mode')
  // Browsers say how they fetch over https and on loopback only.
  return mode === null ? (call.header('accept') ?? '').includes('text/html') : mode === 'navigate'
}

/** Not what the API or the console's files would be at: those are missing to a browser, too. */
export function isConsolePath(path: string): boolean {
  return !/^\/(?:api|assets|\.well-known)(?:\/|$)/.test(path)
}

/** The console's page, at any path, under a policy whose nonce is new each time. */
export function consolePage({ page }: BuiltConsole): Reply {
  const nonce = randomBytes(18).toString('base64')
  return contentReply(withNonce(page, nonce), 'text/html; charset=utf-8', {
    'cache-control': 'no-store',
    'content-security-policy': policy(nonce),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': unusedFeatures.map((feature) => `${feature}=()`).join(', '),
    vary: 'Accept, Sec-Fetch-Mode',
  })
}

/** The page's scripts find the nonce in its `<meta property="csp-nonce">`. */
function withNonce(page: string, nonce: string): string {
  const meta = `<meta property="csp-nonce" nonce="${nonce}">`
  const filled = page.replace(/\bnonce="[^"]*"/g, `nonce="${nonce}"`)
  return /<meta[^>]+csp-nonce/.test(page) ? filled : filled.replace('</head>', `${meta}</head>`)
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    // Of the worker that reads tables: the one policy, for its one address.
    'trusted-types csv-worker',
  ].join('; ')
}

const unusedFeatures = [
  'accelerometer',
  'autoplay',
  'camera',
  'display-capture',
  'encrypted-media',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
]
