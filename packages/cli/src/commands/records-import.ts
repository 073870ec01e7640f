import { buildCommand } from '@stricli/core'
import {
  type CsvOptions,
  importLines,
  type KnownLine,
  type Line,
  type Refusal,
} from '@customer-intel/node-sdk/csv'
import { drawLine, toSafeJson } from '@customer-intel/contract/terminal-text'
import { jsonLines } from '../records/json-lines.ts'
import { type CsvFlags, csvFlags } from '../records/csv-flags.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { printAnswer } from '../output/print.ts'
import { drawTable } from '../output/table.ts'
import { readBytes } from '../read-input.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url, json } = apiFlags

/** Lines of each kind that are reported; further ones are counted. */
const maxReported = 100

type Flags = ApiFlags & CsvFlags & { dryRun?: boolean }

/** Records of a dry run that are shown. */
const maxShown = 5

export const importCommand = buildCommand<Flags, [string], Context>({
  docs: {
    brief:
      'Bring in sources, facts, customers, users, members and revenue from a file, also from a spreadsheet',
    fullDescription:
      'The file holds one record a line, as JSON; or a table as CSV, whose first row names the columns: --kind says what its rows are. - is standard input. What is refused is reported with its line; the others are stored. A record that is brought twice is stored once: after a failure run the same command again. Needs the grant integrations:manage.',
  },
  parameters: {
    flags: {
      ...csvFlags,
      dryRun: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Show the first rows as records and what would be refused; store nothing',
      },
      apiKey,
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'The file, or -', placeholder: 'file', parse: String }],
    },
  },
  async func(this: Context, flags, file) {
    const { io, signal } = this
    const { dryRun = false } = flags
    const isCsv = flags.kind !== undefined || /\.(?:csv|tsv|txt)$/i.test(file)
    if (isCsv && flags.kind === undefined)
      throw usageError(
        `Say what the rows of ${file} are by --kind customer, user, member, revenue or opportunity`,
      )
    const { openClient } = await import('../session/client.ts')
    const client = await openClient(flags, io, { spinner: false })
    const csv = isCsv
      ? await (await import('../records/csv-file.ts')).openCsvFile(file, csvOptions(flags), io)
      : null
    const refused: Refusal[] = []
    const known: KnownLine[] = []
    const shown: unknown[] = []
    const onRefused = (refusal: Refusal) => {
      if (refused.length < maxReported) refused.push(refusal)
    }
    async function* lines(): AsyncGenerator<Line> {
      for await (const one of csv?.lines() ?? jsonLines(readBytes(file, io))) {
        if (dryRun && 'record' in one && shown.length < maxShown) shown.push(one.record)
        yield one
      }
    }
    let counted = { processed: 0, refused: 0, known: 0 }
    try {
      const [problem] = csv?.plan.problems ?? []
      if (problem) throw (await import('../records/csv-file.ts')).refusalOf(problem)
      counted = await importLines(client, lines(), {
        dryRun,
        signal,
        onRefused,
        onKnown: (one) => known.length < maxReported && known.push(one),
        onProgress: (so) =>
          io.stderr.isTTY && drawLine(io.stderr, `${so.processed} imported, ${so.refused} refused …`),
      })
    } finally {
      if (io.stderr.isTTY) drawLine(io.stderr)
      await csv?.close()
    }
    refused.sort((left, right) => left.line - right.line)
    const asJson = flags.json ?? false
    const columns = csv?.plan.columns.map(({ name, field }) => ({ column: name, field: field ?? 'skipped' }))
    const { processed } = counted
    const counts = {
      ...(dryRun
        ? { valid: processed, new: processed - counted.known, known: counted.known }
        : { imported: processed }),
      refused: counted.refused,
    }
    if (!isJsonMode(asJson, io)) {
      if (columns && dryRun)
        io.stdout.write(drawTable(columns, { width: io.stdout.columns || 80, now: Date.now() }))
      for (const record of shown) io.stdout.write(`${toSafeJson(record)}\n`)
      if (known.length > 0)
        io.stdout.write(
          drawTable(
            known.map((one) => ({ ...one })),
            { width: io.stdout.columns || 80, now: Date.now() },
          ),
        )
      for (const { line, message } of refused) io.stderr.write(`Line ${line}: ${message}\n`)
      printAnswer(counts, { json: asJson }, io)
    } else
      printAnswer(
        {
          ...counts,
          errors: refused,
          ...(dryRun && { knownLines: known, records: shown, ...(columns && { columns }) }),
        },
        { json: asJson },
        io,
      )
    if (counted.refused > 0)
      throw new CliError(
        'validation_failed',
        `${counted.refused} records were refused: correct their lines and import them again`,
        {
          exitCode: exitCodes.failed,
        },
      )
  },
})

function csvOptions({ kind, map, delimiter, dateFormat, decimal, currency, others }: Flags): CsvOptions {
  return { kind: kind!, map: Object.fromEntries(map ?? []), delimiter, dateFormat, decimal, currency, others }
}
