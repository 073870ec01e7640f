import { open, rm } from 'node:fs/promises'
import type { FileHandle } from 'node:fs/promises'
import type { StreamHandler } from '../kernel/operations/stream-handler.ts'
import { runQueryToCsv } from './run-query.ts'

/** All rows may take this many times as long as an answer of `svc_query`. */
const timesLonger = 6
const partBytes = 256 * 1024

/** `POST /api/query/csv`: worked out into a file first, so that a failure is a status and no part of an answer. */
export const queryCsv: StreamHandler<'queryCsv'> = {
  async run({ body }, { workspace, apiKey, config, metrics, signal }) {
    const end = metrics.durations.queries.startTimer()
    let outcome = 'failed'
    try {
      await workspace.readModels.exact()
      const { path } = await runQueryToCsv(workspace.readModels, body.sql, {
        parameters: body.params ?? [],
        raw: body.raw,
        caller: apiKey.id,
        timezone: workspace.document.settings.defaultTimezone,
        timeoutMs: config.queryTimeoutMs * timesLonger,
        signal,
      })
      const file = await open(path)
      // What is open can be read on; nothing is left behind, whatever happens.
      await rm(path, { force: true })
      outcome = 'answered'
      return partsOf(file, signal)
    } finally {
      end({ outcome })
    }
  },
}

/** The parts of a file; an abort cuts them off. */
function partsOf(file: FileHandle, signal: AbortSignal): AsyncIterable<string> {
  const stream = file.createReadStream({ encoding: 'utf8', highWaterMark: partBytes, signal })
  // Who is gone before the first part asks for none, and hears of no error.
  stream.on('error', () => undefined)
  return stream as AsyncIterable<string>
}
