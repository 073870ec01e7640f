import { open, rm } from 'node:fs/promises'
import { syncFolder } from '../../../durable-files.ts'

/** The few calls by which the log writes: tests put a failing disk in their place. */
export interface LogFiles {
  /** Opens for reading and writing; creates the file where it is missing. */
  open(path: string): Promise<LogFile>
  /** Removes a file, if it is there. */
  remove(path: string): Promise<void>
  /** Makes the names in a directory durable. */
  syncDirectory(path: string): Promise<void>
}

export interface LogFile {
  size(): Promise<number>
  /** Fills `buffer` from `offset`; returns how many bytes there were. */
  read(buffer: Buffer, offset: number): Promise<number>
  /** Writes all buffers behind each other from `offset` on; resolves with the bytes written, which may be fewer. */
  write(buffers: Uint8Array[], offset: number): Promise<number>
  datasync(): Promise<void>
  truncate(size: number): Promise<void>
  close(): Promise<void>
}

export const nodeLogFiles: LogFiles = {
  async open(path) {
    // 'r+' fails where the file is missing, 'w+' would empty it.
    const handle = await open(path, 'r+').catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') return open(path, 'wx+', 0o600)
      throw error
    })
    return {
      size: async () => (await handle.stat()).size,
      read: async (buffer, offset) => (await handle.read(buffer, 0, buffer.length, offset)).bytesRead,
      write: async (buffers, offset) => (await handle.writev(buffers, offset)).bytesWritten,
      datasync: () => handle.datasync(),
      truncate: (size) => handle.truncate(size),
      close: () => handle.close(),
    }
  },
  remove: (path) => rm(path, { force: true }),
  syncDirectory: syncFolder,
}
