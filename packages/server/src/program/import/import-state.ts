import { readFile, stat } from 'node:fs/promises'
import { removeFile, replaceFile } from '../../kernel/durable-files.ts'

/** How far an import came: everything before `offset` is durable or refused. */
export interface ImportProgress {
  /** Byte in the file. */
  offset: number
  /** Lines before it. */
  line: number
  imported: number
  refused: number
}

interface ImportState extends ImportProgress {
  /** Where to; another target starts over. */
  target: string
  /** The file as it was; another one starts over. */
  size: number
  modifiedMs: number
}

export interface ImportStateFile {
  /** How far an earlier run came; null when there was none, or none of this file into this target. */
  readonly found: ImportProgress | null
  save(progress: ImportProgress): Promise<void>
  /** The import is complete. */
  remove(): Promise<void>
}

/**
 * Opens the state of a file's import: a small file beside it, `<file>.import`. Written only once what it tells of is
 * durable: so whenever the process ends, the next run sends again at most one batch, which changes nothing.
 */
export async function openImportState(
  file: string,
  { target, restart }: { target: string; restart: boolean },
): Promise<ImportStateFile> {
  const path = `${file}.import`
  const { size, mtimeMs: modifiedMs } = await stat(file)
  const state = restart ? null : await read(path)
  const goesOn = state?.target === target && state.size === size && state.modifiedMs === modifiedMs
  return {
    found: goesOn ? state : null,
    async save({ offset, line, imported, refused }) {
      const written: ImportState = { target, size, modifiedMs, offset, line, imported, refused }
      await replaceFile(path, JSON.stringify(written))
    },
    remove: () => removeFile(path),
  }
}

/** Null when there is none, or what is there tells nothing: then the import starts over, which does no harm. */
async function read(path: string): Promise<ImportState | null> {
  try {
    const state = JSON.parse(await readFile(path, 'utf8')) as Partial<ImportState> | null
    const numbers = [
      state?.size,
      state?.modifiedMs,
      state?.offset,
      state?.line,
      state?.imported,
      state?.refused,
    ]
    return numbers.every((value) => typeof value === 'number') ? (state as ImportState) : null
  } catch (error) {
    const unreadable = error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT'
    if (unreadable) return null
    throw error
  }
}
