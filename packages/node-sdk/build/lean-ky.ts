import { readFileSync } from 'node:fs'
import type { Options } from 'tsup'

/**
 * What takes the place of ky's own modules, in its folder `distribution`. The retry loop, its hooks and its handling of
 * requests (`core/Ky.js`) stay. Left out is what serves options that the SDK never sets, the defaults of those that it
 * always sets, and the probing of old runtimes, which costs Node 30 ms as it loads.
 */
const replacements: Record<string, string> = {
  'index.js': `
    import { Ky } from './core/Ky.js'
    export default (input, options) => Ky.create(input, options)`,
  'core/constants.js': `
    export const supportsRequestStreams = false
    export const supportsResponseStreams = false
    export const supportsFormData = false
    export const supportsAbortController = true
    export const supportsAbortSignal = true
    export const responseTypes = {}
    export const maxSafeTimeout = 2147483647
    export const stop = Symbol()
    export const RetryMarker = undefined`,
  'errors/ForceRetryError.js': `export const ForceRetryError = undefined`,
  'errors/HTTPError.js': `export const HTTPError = undefined`,
  'errors/NonError.js': `export const NonError = Error`,
  'utils/body.js': `export const streamRequest = undefined, streamResponse = undefined`,
  'utils/merge.js': `
    export const mergeHeaders = (_, headers) => headers
    export const mergeHooks = (defaults, hooks) => ({ ...defaults, ...hooks })`,
  'utils/normalize.js': `
    export const normalizeRequestMethod = (method) => method
    export const normalizeRetryOptions = (retry) => retry`,
  'utils/options.js': `
    export const findUnknownOptions = () => ({})
    export const hasSearchParameters = () => false`,
  'utils/timeout.js': `export default undefined`,
  'utils/type-guards.js': `
    export const isHTTPError = () => false
    export const isTimeoutError = () => false`,
}

/** What these options hold in every call of the SDK: where ky reads one, its value is put. */
const fixed = {
  json: '(void 0)',
  onDownloadProgress: '(void 0)',
  onUploadProgress: '(void 0)',
  parseJson: '(void 0)',
  prefixUrl: '(void 0)',
  'retry.backoffLimit': '(void 0)',
  'retry.jitter': '(void 0)',
  searchParams: '(void 0)',
  throwHttpErrors: 'false',
  timeout: 'false',
}

/** Passages of `core/Ky.js` that never run in the SDK: where each begins, and what follows it. */
const unreached = [
  // Methods of the promise, such as `json()`: the SDK awaits the response.
  ['for (const [type, mimeType] of Object.entries(responseTypes))', 'return result;'],
  ['static #normalizeSearchParams(searchParams)', 'request;'],
  // The input is an URL, the body a text, and of ky's hooks `beforeRetry` is not among the SDK's.
  ["if (typeof this.#input !== 'string' &&", 'if (this.#options.prefixUrl &&'],
  ['if (hasSearchParameters(', '// If `onUploadProgress` is passed'],
  ['const userProvidedContentType =', 'this.request = new globalThis.Request(this.#input'],
  // Only ky's own deadline would end its controller.
  ['if (this.#abortController?.signal.aborted)', 'for (const hook of this.#options.hooks.beforeRequest)'],
  ['for (const hook of this.#options.hooks.beforeRetry)', 'return this.#retry(function_);'],
] as const

/** Bundles as much of ky as the SDK uses. */
export const leanKy: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'lean-ky',
  setup(build) {
    build.onLoad({ filter: /[\\/]ky[\\/]distribution[\\/].+\.js$/ }, ({ path }) => {
      const [, file = ''] = path.replaceAll('\\', '/').split('/ky/distribution/')
      if (file !== 'core/Ky.js') return file in replacements ? { contents: replacements[file] } : undefined
      let contents = readFileSync(path, 'utf8')
      for (const [from, to] of unreached) {
        const start = contents.indexOf(from)
        const end = contents.indexOf(to, start)
        if (start < 0 || end < 0) throw new Error(`ky has changed: there is no ${start < 0 ? from : to}`)
        contents = contents.slice(0, start) + contents.slice(end)
      }
      for (const [option, value] of Object.entries(fixed)) {
        contents = contents.replaceAll(
          new RegExp(`(?:this|ky)\\.#options\\.${option}\\b(?! \\+?= )`, 'g'),
          value,
        )
      }
      return { contents: contents.replaceAll(/\w+ instanceof (?:RetryMarker|ForceRetryError)\b/g, 'false') }
    })
  },
}
