import { buildCommand } from '@stricli/core'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { type RowFormat, formatRows, rowFormats } from '../output/formats.ts'
import { readText } from '../read-input.ts'
import type { SqlAnswer } from '../sql/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url, json } = apiFlags
type Flags = ApiFlags & { queryFile?: string; limit?: number; format?: RowFormat }

export const sqlCommand = buildCommand<Flags, [string?], Context>({
  docs: {
    brief: 'Ask in SQL over the views activity, customers, users and revenue',
    fullDescription:
      'Without a query: a prompt, where \\d lists the views, \\d activity tells one and \\q ends; in a pipe the query is read from standard input. Money is in cents, times are UTC. Needs the grant analytics:read.',
  },
  parameters: {
    flags: {
      queryFile: {
        kind: 'parsed',
        parse: String,
        optional: true,
        brief: 'The file with the query; - is standard input',
        placeholder: 'file',
      },
      limit: {
        kind: 'parsed',
        parse: parseLimit,
        optional: true,
        brief: 'Rows at most, 1 to 10000. Default 1000',
        placeholder: 'number',
      },
      format: {
        kind: 'parsed',
        parse: parseFormat,
        optional: true,
        brief: `One of ${rowFormats.join(', ')}. Default: table in a terminal, else json`,
        placeholder: 'format',
      },
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
    const { limit = 1000 } = flags
    const format = flags.json ? 'json' : (flags.format ?? (isJsonMode(false, io) ? 'json' : 'table'))
    const sql = await openSqlSession({ ...flags, limit }, io)
    const print = (answer: SqlAnswer) => {
      io.stdout.write(
        format === 'json'
          ? `${JSON.stringify(answer, null, 2)}\n`
          : formatRows(answer.data, format, { width: io.stdout.columns || 80 }),
      )
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
    print(await sql.query(text, this.signal))
  },
})

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
