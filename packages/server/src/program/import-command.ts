import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { Config } from '../app/config.ts'
import { StoreInUseError } from '../kernel/errors.ts'
import { ImportStopped, importLines, maxLineBytes } from './import/import-lines.ts'
import { type ImportStateFile, openImportState } from './import/import-state.ts'
import type { Convert } from './import/converted.ts'
import {
  type SendBatches,
  batchesIntoServer,
  batchesIntoWorkspace,
  convertingTarget,
} from './import/event-target.ts'
import { fromPostHog } from './import/from-posthog.ts'
import { fromSegment } from './import/from-segment.ts'
import { type ImportTarget, intoServer, intoWorkspace } from './import/import-target.ts'
import { readLines } from './import/ndjson-lines.ts'
import { createProgressLine } from './import/progress-line.ts'
import { defineProgramCommand, organizationOption, serverOptions } from './command.ts'
import { UsageError } from './usage-error.ts'
import { withWorkspace } from './with-workspace.ts'

export const importCommand = defineProgramCommand({
  name: 'import',
  args: ['<file>|-'],
  summary: 'Bring in records, or the events of a former service, from NDJSON or standard input',
  details:
    'Goes through the running server with --url, else into the data directory while none runs. Goes on where an earlier run stopped.',
  options: {
    ...organizationOption,
    ...serverOptions,
    format: { value: '<format>', help: 'What the lines are: records (default), posthog or segment' },
    restart: { help: 'Forget how far an earlier run came' },
  },
  run: (config, { 'api-key': apiKey, ...options }, [file = '']) =>
    importFiles(config, { ...options, apiKey, file }),
})

export interface ImportOptions {
  /** NDJSON: a record per line. `-` is standard input, which can't be resumed. */
  file: string
  /** A running server's address, else `SVC_BASE_URL`; without both, the data directory is used. */
  url: string | undefined
  /** Else `SVC_API_KEY`. */
  apiKey: string | undefined
  organization: string | undefined
  /** `records`, or the product of the export. */
  format: string | undefined
  /** Ignore the progress of an earlier run. */
  restart: boolean
}

/** `svc-server import <file.ndjson>`: imports records, and resumes where it stopped. Exit code 1 when any were rejected. */
export async function importFiles(config: Config, options: ImportOptions): Promise<number> {
  const url = options.url ?? config.baseUrl
  const convert = converterOf(options.format ?? 'records')
  if (url === null) {
    return withWorkspace(config, options.organization, (workspace) =>
      run(intoWorkspace(workspace), convert && { convert, send: batchesIntoWorkspace(workspace) }, options),
    ).catch((error: unknown) => {
      if (!(error instanceof StoreInUseError)) throw error
      throw new StoreInUseError(`${error.message} Or import through it: --url <its address> --api-key <key>.`)
    })
  }
  const apiKey = options.apiKey ?? config.apiKey
  if (apiKey === null) {
    throw new UsageError(`An import through ${url} needs an API key: give --api-key or set SVC_API_KEY.`)
  }
  if (!URL.canParse(url) || !/^https?:/i.test(url)) {
    throw new UsageError(`--url ${url} is no web address: give one such as http://127.0.0.1:8787.`)
  }
  const target = intoServer(new URL(url), apiKey)
  const send = batchesIntoServer(new URL(url), { apiKey })
  return run(target, convert && { convert, send }, options)
}

const converters: Record<string, Convert | null> = {
  records: null,
  posthog: fromPostHog,
  segment: fromSegment,
}

/** Null for records, which need no conversion. */
function converterOf(format: string): Convert | null {
  const convert = Object.hasOwn(converters, format) ? converters[format] : undefined
  if (convert !== undefined) return convert
  throw new UsageError(
    `--format takes ${Object.keys(converters).join(', ')}; it is ${JSON.stringify(format)}.`,
  )
}

const beginning = { offset: 0, line: 0, imported: 0, refused: 0 }

async function run(
  records: ImportTarget,
  events: { convert: Convert; send: SendBatches } | null,
  { file, restart, format = 'records' }: ImportOptions,
): Promise<number> {
  const skipped = new Map<string, number>()
  const target = events === null ? records : convertingTarget({ ...events, records, format, skipped })
  const fromStdin = file === '-'
  const path = resolve(file)
  const state = fromStdin ? null : await openState(path, { target: target.name, restart })
  const from = state?.found ?? beginning
  if (from.line > 0) console.error(`Going on behind line ${from.line}; --restart starts over.`)
  const bytes = fromStdin ? process.stdin : createReadStream(path, { start: from.offset })
  const progress = createProgressLine(process.stderr, {
    totalBytes: fromStdin ? null : (await stat(path)).size,
  })
  try {
    const { imported, refused } = await importLines(
      readLines(bytes, { maxBytes: maxLineBytes, after: from }),
      {
        target,
        from,
        onRefused: (line, message) => progress.say(`Line ${line}: ${message}`),
        async onProgress(reached) {
          await state?.save(reached)
          progress.show(reached)
        },
      },
    )
    await state?.remove()
    progress.end()
    console.log(`Imported ${imported}, refused ${refused}.`)
    const kinds = [...skipped].toSorted(([, left], [, right]) => right - left)
    if (kinds.length > 0)
      console.log(
        `Nothing is made of these, and they are skipped: ${kinds.map(([kind, count]) => `${count} ${kind}`).join(', ')}.`,
      )
    return refused === 0 ? 0 : 1
  } catch (error) {
    progress.end()
    if (!(error instanceof ImportStopped)) throw error
    const remedy = fromStdin ? 'Send it all again' : 'Run the same command again: it goes on where it stopped'
    console.error(`The import stopped: ${error.message}. ${remedy}.`)
    return 1
  }
}

async function openState(
  path: string,
  options: { target: string; restart: boolean },
): Promise<ImportStateFile> {
  return openImportState(path, options).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
    throw new UsageError(`There is no file ${path}.`)
  })
}
