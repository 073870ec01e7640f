import { buildCommand } from '@stricli/core'
import { drawLine } from '@customer-intel/contract/terminal-text'
import { type Refusal, type RecordBatch, batchesOf } from '../records/batches.ts'
import { CliError, exitCodes } from '../errors.ts'
import { printAnswer } from '../output/print.ts'
import { readBytes } from '../read-input.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'

const { apiKey, url, json } = apiFlags

/** Refusals that are told; further ones are counted. */
const maxTold = 100

export const importCommand = buildCommand<ApiFlags, [string], Context>({
  docs: {
    brief: 'Bring in sources, facts, customers, users, members and revenue from a file',
    fullDescription:
      'The file holds one record a line, as JSON; - is standard input. What is refused is told by its line; the others are stored. A record that is brought twice is stored once: after a failure run the same command again. Needs the grant integrations:manage.',
  },
  parameters: {
    flags: { apiKey, url, json } as never,
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'The file, or -', placeholder: 'file', parse: String }],
    },
  },
  async func(this: Context, flags, file) {
    const { io, signal } = this
    const { openClient } = await import('../session/client.ts')
    const client = await openClient(flags, io)
    const refused: Refusal[] = []
    let imported = 0
    let refusedCount = 0
    const refuse = (refusal: Refusal) => {
      refusedCount++
      if (refused.length < maxTold) refused.push(refusal)
    }
    const send = async (batch: RecordBatch): Promise<void> => {
      try {
        const records = batch.map(({ record }) => record)
        const answer = await client.records.import({ records } as never, { signal })
        const errors = 'errors' in answer ? answer.errors : []
        imported += answer.processed
        for (const { index, message } of errors) refuse({ line: batch[index]?.line ?? 0, message })
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
      for await (const batch of batchesOf(readBytes(file, io), refuse)) {
        await send(batch)
        if (io.stderr.isTTY) drawLine(io.stderr, `${imported} imported, ${refusedCount} refused …`)
      }
    } finally {
      if (io.stderr.isTTY) drawLine(io.stderr)
    }
    printAnswer({ imported, refused: refusedCount, errors: refused }, { json: flags.json ?? false }, io)
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
