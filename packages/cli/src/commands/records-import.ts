import { buildCommand } from '@stricli/core'
import type { CsvOptions } from '@customer-intel/contract/csv'
import { drawLine, toSafeJson } from '@customer-intel/contract/terminal-text'
import { type Refusal, type RecordBatch, batchesOf } from '../records/batches.ts'
import { type CsvFlags, csvFlags } from '../records/csv-flags.ts'
import { CliError, exitCodes, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { printAnswer } from '../output/print.ts'
import { drawTable } from '../output/table.ts'
import { readBytes } from '../read-input.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url, json } = apiFlags

/** Refusals that are told; further ones are counted. */
const maxTold = 100

type Flags = ApiFlags & CsvFlags & { dryRun?: boolean }

/** Records of a dry run that are shown. */
const maxShown = 5

export const importCommand = buildCommand<Flags, [string], Context>({
  docs: {
    brief:
      'Bring in sources, facts, customers, users, members and revenue from a file, also from a spreadsheet',
    fullDescription:
      'The file holds one record a line, as JSON; or a table as CSV, whose first row names the columns: --kind says what its rows are. - is standard input. What is refused is told by its line; the others are stored. A record that is brought twice is stored once: after a failure run the same command again. Needs the grant integrations:manage.',
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
    let imported = 0
    let refusedCount = 0
    const shown: unknown[] = []
    const refuse = (refusal: Refusal) => {
      refusedCount++
      if (refused.length < maxTold) refused.push(refusal)
    }
    const send = async (batch: RecordBatch): Promise<void> => {
      try {
        const records = batch.map(({ record }) => record)
        const answer = await client.records.import({ records, ...(dryRun && { dryRun }) } as never, {
          signal,
        })
        const errors = 'errors' in answer ? answer.errors : []
        imported += answer.processed
        for (const { index, message } of errors)
          refuse({ line: batch[index]?.line ?? 0, message: message.replace(/^records\[\d+\]\.?/, '') })
      } catch (error) {
        const { status, message } = error as { status?: number; message: string }
        if (status !== 400 && status !== 413) throw error
        // One of them spoils the others, or they are too large together.
        if (batch.length === 1) return refuse({ line: batch[0]!.line, message })
        const half = Math.ceil(batch.length / 2)
        await send(batch.slice(0, half))
        await send(batch.slice(half))
      }
    }
    try {
      const [problem] = csv?.plan.problems ?? []
      if (problem) throw (await import('../records/csv-file.ts')).refusalOf(problem)
      for await (const batch of csv?.batches(refuse) ?? batchesOf(readBytes(file, io), refuse)) {
        if (dryRun) shown.push(...batch.slice(0, maxShown - shown.length).map(({ record }) => record))
        await send(batch)
        if (io.stderr.isTTY) drawLine(io.stderr, `${imported} imported, ${refusedCount} refused …`)
      }
    } finally {
      if (io.stderr.isTTY) drawLine(io.stderr)
      await csv?.close()
    }
    refused.sort((left, right) => left.line - right.line)
    const asJson = flags.json ?? false
    const columns = csv?.plan.columns.map(({ name, field }) => ({ column: name, field: field ?? 'skipped' }))
    const counts = { [dryRun ? 'valid' : 'imported']: imported, refused: refusedCount }
    if (!isJsonMode(asJson, io)) {
      if (columns && dryRun)
        io.stdout.write(drawTable(columns, { width: io.stdout.columns || 80, now: Date.now() }))
      for (const record of shown) io.stdout.write(`${toSafeJson(record)}\n`)
      for (const { line, message } of refused) io.stderr.write(`Line ${line}: ${message}\n`)
      printAnswer(counts, { json: asJson }, io)
    } else
      printAnswer(
        { ...counts, errors: refused, ...(dryRun && { records: shown, ...(columns && { columns }) }) },
        { json: asJson },
        io,
      )
    if (refusedCount > 0)
      throw new CliError(
        'validation_failed',
        `${refusedCount} records were refused: mend their lines and import them again`,
        {
          exitCode: exitCodes.failed,
        },
      )
  },
})

function csvOptions({ kind, map, delimiter, dateFormat, decimal, currency, others }: Flags): CsvOptions {
  return { kind: kind!, map: Object.fromEntries(map ?? []), delimiter, dateFormat, decimal, currency, others }
}
