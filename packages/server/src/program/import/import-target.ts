import { cutText, limits } from '@customer-intel/contract'
import { isAppError } from '../../kernel/errors.ts'
import { importRecords } from '../../records/import-records.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'
import { reasonOf } from '../../kernel/reason-of.ts'

/** A record to import, as text and parsed. */
export interface LineRecord {
  /** JSON. */
  text: string
  value: unknown
}

/** The result for a batch. */
export type ImportAnswer =
  /** Everything except `errors` is durable. */
  | { outcome: 'imported'; errors: { index: number; message: string }[] }
  /** The whole batch was rejected: it, or a record in it, is too large. */
  | { outcome: 'refused'; message: string }
  /** A retry may succeed. */
  | { outcome: 'later'; message: string; retryAfterMs: number }
  /** A retry would fail, too. */
  | { outcome: 'failed'; message: string }

/** Where records are imported to. */
export interface ImportTarget {
  /** Identifies it, for the state of an import: another target starts from the beginning. */
  name: string
  send(records: readonly LineRecord[]): Promise<ImportAnswer>
}

/** Directly into an organization's log, without a server. */
export function intoWorkspace(workspace: Workspace): ImportTarget {
  return {
    name: workspace.organization.id,
    async send(records) {
      try {
        const values = records.map(({ value }) => value)
        const { errors } = await importRecords(workspace, values, { now: Date.now() })
        return { outcome: 'imported', errors }
      } catch (error) {
        if (!isAppError(error)) throw error
        const retryAfterMs = (error.retryAfterSeconds ?? 5) * 1_000
        return { outcome: 'later', message: error.message, retryAfterMs }
      }
    },
  }
}

/** By a running server. */
export function intoServer(baseUrl: URL, apiKey: string): ImportTarget {
  const url = new URL('api/records', baseUrl.href.endsWith('/') ? baseUrl : `${baseUrl.href}/`)
  return {
    name: url.href,
    async send(records) {
      const body = `{"records":[${records.map(({ text }) => text).join(',')}]}`
      if (Buffer.byteLength(body) > limits.records.bodyBytes) {
        return { outcome: 'refused', message: `is longer than ${limits.records.bodyBytes} bytes` }
      }
      try {
        const response = await fetch(url, {
          method: 'POST',
          headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' },
          body,
          redirect: 'error',
          signal: AbortSignal.timeout(timeoutMs),
        })
        return await readAnswer(response, url)
      } catch (error) {
        const reason = error instanceof Error ? (error.cause ?? error) : error
        const message = `${url.href} doesn't answer (${reasonOf(reason)})`
        return { outcome: 'later', message, retryAfterMs: 0 }
      }
    },
  }
}

const timeoutMs = 60_000

async function readAnswer(response: Response, url: URL): Promise<ImportAnswer> {
  const { status } = response
  const text = await response.text()
  const body = parse(text)
  if (status === 200 && body.success === true) return { outcome: 'imported', errors: [] }
  if (status === 207 && body.errors !== undefined) return { outcome: 'imported', errors: body.errors }
  const message = `${url.href} answered ${status}: ${body.error ?? cutText(text, 200)}`
  if (status === 400 || status === 413) return { outcome: 'refused', message: body.error ?? message }
  if (status === 429 || status >= 500) {
    const seconds = Number(response.headers.get('retry-after') ?? 0)
    return { outcome: 'later', message, retryAfterMs: Number.isFinite(seconds) ? seconds * 1_000 : 0 }
  }
  return { outcome: 'failed', message }
}

interface AnswerBody {
  success?: boolean
  errors?: { index: number; message: string }[]
  error?: string
}

function parse(text: string): AnswerBody {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    // A proxy's error page: the status is enough.
    return {}
  }
}
