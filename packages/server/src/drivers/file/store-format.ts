import { join } from 'node:path'
import { StoreError } from '../../kernel/errors.ts'
import { readIfThere, replaceFile } from '../../kernel/durable-files.ts'

/** Of the files in a data directory; a larger one needs a newer version of the server. */
const format = 1

/** Throws StoreError when a newer version has written the data directory. One without a number is of the first format. */
export async function requireKnownFormat(directory: string): Promise<void> {
  const found = await readFormat(directory)
  if (found === null || found <= format) return
  throw new StoreError(
    `The data directory ${directory} was written by a newer version: its store.json says format ${found}, and this version knows ${format}. Install that version again. Nothing was changed.`,
  )
}

/** Says the format in the data directory, for versions that come. */
export async function stateFormat(directory: string, options: { sync: boolean }): Promise<void> {
  if ((await readFormat(directory)) === format) return
  await replaceFile(fileIn(directory), `${JSON.stringify({ format })}\n`, options)
}

const fileIn = (directory: string) => join(directory, 'store.json')

async function readFormat(directory: string): Promise<number | null> {
  const text = (await readIfThere(fileIn(directory)))?.toString('utf8')
  if (text === undefined) return null
  try {
    const { format: found } = JSON.parse(text) as { format?: unknown }
    if (typeof found === 'number') return found
  } catch {
    // Said below.
  }
  throw new StoreError(
    `${fileIn(directory)} has no format: write {"format":${format}} into it, or what the version says that wrote this directory.`,
  )
}
