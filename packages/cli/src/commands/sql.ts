import { buildCommand } from '@stricli/core'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { type FormatOptions, type RowFormat, formatRows, rowFormats } from '../output/formats.ts'
import { readText } from '../read-input.ts'
import type { SqlAnswer, SqlParam } from '../sql/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { textFlag } from './text-flag.ts'

const { apiKey, url, json } = apiFlags
type Flags = ApiFlags & {
  queryFile?: string
  param?: SqlParam[]
  limit?: number
  format?: RowFormat
  output?: string
  raw?: boolean
  all?: boolean
}

export const sqlCommand = buildCommand<Flags, [string?], Context>({
  docs: {
    brief: 'Ask in SQL over the views that svc schema lists',
    fullDescription:
      'Without a query: a prompt, where \\d lists the views, \\d activity tells one and \\q ends; in a pipe the query is read from standard input. Money is in cents, times are UTC. Needs the grant analytics:read.',
  },
  parameters: {
    flags: {
      queryFile: textFlag('The file with the query; - is standard input', 'file'),
      param: {
        kind: 'parsed',
        parse: parseParam,
        optional: true,
        variadic: true,
        brief:
          'What stands for $1, the next for $2: a number, true, false, null, else text; "5" in quotes is text',
        placeholder: 'value',
      },
      limit: textFlag('Rows at most, 1 to 10000. Default 1000', 'number', parseLimit),
      format: {
        kind: 'parsed',
        parse: parseFormat,
        optional: true,
        brief: `One of ${rowFormats.join(', ')}. Default: table in a terminal, else json`,
        placeholder: 'format',
      },
      all: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Every row, however many, as CSV; a file is there once it is whole',
      },
      raw: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'CSV with texts as they are, also where a spreadsheet would run them as formulas',
      },
      output: textFlag('Write the rows into this file', 'file'),
      apiKey,
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'One SELECT', placeholder: 'query', parse: String, optional: true }],
    },
  },
  async func(this: Context, flags, query) {
    const { io } = this
    const { openSqlSession } = await import('../sql/session.ts')
    const { limit = 1000, all = false } = flags
    if (all && (flags.limit !== undefined || flags.json || (flags.format ?? 'csv') !== 'csv'))
      throw usageError('--all is every row as CSV: it takes no --limit, and no other --format')
    const format = flags.json ? 'json' : (flags.format ?? (isJsonMode(false, io) ? 'json' : 'table'))
    const { output } = flags
    if (format === 'parquet' && output === undefined && io.stdout.isTTY)
      throw usageError('Parquet is nothing for a terminal: write --output file.parquet')
    const sql = await openSqlSession({ ...flags, limit }, io)
    const print = async (answer: SqlAnswer) => {
      const content = await contentOf(answer, format, {
        width: output === undefined ? io.stdout.columns || 80 : Infinity,
        raw: flags.raw,
      })
      if (output === undefined) io.stdout.write(content)
      else await (await import('../output/write-file.ts')).writeWholeFile(output, content)
      if (answer.metadata.truncated)
        io.stderr.write(
          `Only the first ${answer.data.length} rows: there are more. Raise --limit, or ask for less.\n`,
        )
      if (answer.stale) io.stderr.write(`The answer lacks the newest: ${answer.stale.reason}\n`)
    }
    const file = flags.queryFile ?? (query === undefined && !io.stdin.isTTY ? '-' : undefined)
    const text = file === undefined ? query : await readText(file, io)
    if (text === undefined) {
      const { runPrompt } = await import('../sql/prompt.ts')
      await runPrompt(sql, print, this)
      return
    }
    if (text.trim() === '')
      throw new CliError('missing_input', 'The query is empty: write one SELECT', { exitCode: 2 })
    if (!all) return print(await sql.query(text, this.signal))
    const parts = sql.csv(text, flags.raw ?? false, this.signal)
    if (output !== undefined) return (await import('../output/write-file.ts')).writeWholeFile(output, parts)
    for await (const part of parts) if (!io.stdout.write(part)) await drained(io)
  },
})

/** What the terminal, or what reads the pipe, takes no faster is waited for. */
async function drained({ stdout }: Context['io']): Promise<void> {
  await new Promise((resolve) => stdout.once('drain', resolve))
}

async function contentOf(
  answer: SqlAnswer,
  format: RowFormat,
  options: FormatOptions,
): Promise<string | Uint8Array> {
  if (format === 'json') return `${toSafeJson(answer, 2)}\n`
  if (format === 'parquet') return (await import('../output/parquet.ts')).formatParquet(answer.data)
  return formatRows(answer.data, format, options)
}

function parseParam(text: string): SqlParam {
  try {
    const value = JSON.parse(text) as unknown
    // A larger number is no number of JSON: as text it stays whole.
    if (typeof value === 'number' && !Number.isSafeInteger(value) && Number.isInteger(value)) return text
    if (value === null || typeof value !== 'object') return value as SqlParam
  } catch {
    // Text, as most are.
  }
  return text
}

function parseLimit(text: string): number {
  const limit = Number(text)
  if (Number.isInteger(limit) && limit >= 1 && limit <= 10_000) return limit
  throw new Error('must be a whole number from 1 to 10000')
}

function parseFormat(text: string): RowFormat {
  const format = rowFormats.find((name) => name === text.toLowerCase())
  if (format === undefined) throw usageError(`must be one of ${rowFormats.join(', ')}`)
  return format
}
