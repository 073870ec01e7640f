import { createReadStream } from 'node:fs'
import { CliError, exitCodes } from './errors.ts'
import type { Io } from './io.ts'
import { messageOf } from './message-of.ts'

/** A file's bytes, or those of standard input for `-`. Rejects with `file_error`. */
export async function* readBytes(path: string, { stdin }: Io): AsyncGenerator<Buffer> {
  try {
    yield* (path === '-' ? stdin : createReadStream(path)) as AsyncIterable<Buffer>
  } catch (cause) {
    const reason = messageOf(cause)
    throw new CliError('file_error', `${path} can't be read: ${reason}`, {
      cause,
      exitCode: exitCodes.failed,
    })
  }
}

/** The whole of it, as text, without the byte order mark that some editors put before it. */
export async function readText(path: string, io: Io): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of readBytes(path, io)) chunks.push(chunk)
  return new TextDecoder().decode(Buffer.concat(chunks))
}
