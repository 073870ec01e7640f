import { constants } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { syncFolder } from '../../../kernel/durable-files.ts'

/** The few calls by which the log writes: tests put a failing disk in their place. */
export interface LogFiles {
  /** Opens for reading and writing; creates the file where it is missing. With `sync` each write is durable. */
  open(path: string, options: { sync: boolean }): Promise<LogFile>
  /** Removes a file, if it is there. */
  remove(path: string): Promise<void>
  /** Makes the names in a directory durable. */
  syncDirectory(path: string): Promise<void>
}

export interface LogFile {
  size(): Promise<number>
  /** Fills `buffer` from `offset`; returns how many bytes there were. */
  read(buffer: Buffer, offset: number): Promise<number>
  /**
   * Writes all buffers behind each other from `offset` on; resolves with the bytes written, which may be fewer. When it
   * rejects, any part of them may be in the file.
   */
  write(buffers: Uint8Array[], offset: number): Promise<number>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

/**
 * Linux writes and syncs in one call, which ends while this thread is still busy with requests; two would wait for it in
 * between. Elsewhere the flag is missing, or doesn't empty the disk's own cache as `datasync` does.
 */
const syncsByWriting = process.platform === 'linux'

export const nodeLogFiles: LogFiles = {
  async open(path, { sync }) {
    const flags = constants.O_RDWR | constants.O_CREAT | (sync && syncsByWriting ? constants.O_DSYNC : 0)
    const handle = await open(path, flags, 0o600)
    return {
      size: async () => (await handle.stat()).size,
      read: async (buffer, offset) => (await handle.read(buffer, 0, buffer.length, offset)).bytesRead,
      async write(buffers, offset) {
        const { bytesWritten } = await handle.writev(buffers, offset)
        if (sync && !syncsByWriting) await handle.datasync()
        return bytesWritten
      },
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
    }
  },
  remove: (path) => rm(path, { force: true }),
  syncDirectory: syncFolder,
}
