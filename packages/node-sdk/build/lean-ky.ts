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

/** Bundles as much of ky as the SDK uses. */
export const leanKy: NonNullable<Options['esbuildPlugins']>[number] = {
  name: 'lean-ky',
  setup(build) {
    build.onLoad({ filter: /[\\/]ky[\\/]distribution[\\/].+\.js$/ }, ({ path }) => {
      const [, file = ''] = path.replaceAll('\\', '/').split('/ky/distribution/')
      if (file !== 'core/Ky.js') return file in replacements ? { contents: replacements[file] } : undefined
      let contents = readFileSync(path, 'utf8')
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
