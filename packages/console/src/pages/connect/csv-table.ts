import type { CsvImport } from '@customer-intel/node-sdk'
import type { CsvOptions, Line } from '@customer-intel/node-sdk/csv'
import workerUrl from './csv-worker.ts?worker&url'

/** How a table is read, as `CsvImport` has it. */
export type Table = Pick<CsvImport, 'delimiter' | 'rows' | 'columns' | 'fields' | 'problems'>

/** To the worker: a file to look at, or that its next lines are wanted. */
export type Request = { file: File; options: CsvOptions } | { next: true }

/** From the worker: how the file is read, its next lines (none: it is through), or why it can't be read. */
export type Answer = { table: Table } | { batch: Line[] } | { refusal: string }

interface Policy {
  createScriptURL: (url: string) => string
}

/** The page's policy allows no scripts but one made here, and this one alone. */
const policy = (
  globalThis as { trustedTypes?: { createPolicy: (name: string, rules: Policy) => Policy } }
).trustedTypes?.createPolicy('csv-worker', { createScriptURL: () => workerUrl })

/** A table in a file, which a worker reads until `signal` ends. */
export async function openTable(
  file: File,
  options: CsvOptions,
  signal: AbortSignal,
): Promise<{ table: Table; lines: AsyncIterable<Line> }> {
  const worker = new Worker(policy?.createScriptURL(workerUrl) ?? workerUrl, { type: 'module' })
  let waiting = { resolve: (_: Answer) => {}, reject: (_: Error) => {} }
  signal.addEventListener('abort', () => {
    worker.terminate()
    waiting.reject(signal.reason as Error)
  })
  worker.addEventListener('message', ({ data }: MessageEvent<Answer>) => {
    if ('refusal' in data) waiting.reject(new Error(data.refusal))
    else waiting.resolve(data)
  })
  worker.addEventListener('error', ({ message }) =>
    waiting.reject(new Error(message || 'The file could not be read')),
  )
  const ask = (request: Request) =>
    new Promise<Answer>((resolve, reject) => {
      waiting = { resolve, reject }
      worker.postMessage(request, [])
    })
  const first = (await ask({ file, options })) as { table: Table }
  async function* lines(): AsyncGenerator<Line> {
    for (;;) {
      const { batch } = (await ask({ next: true })) as { batch: Line[] }
      if (batch.length === 0) return
      yield* batch
    }
  }
  return { ...first, lines: lines() }
}
