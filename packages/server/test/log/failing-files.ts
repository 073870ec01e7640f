import { nodeLogFiles } from '../../src/drivers/file/log/log-files.ts'
import type { LogFiles } from '../../src/drivers/file/log/log-files.ts'

/** The real file system, whose calls fail while `failing` says so. `sync` fails a write whose bytes are in the file. */
export function failingFiles() {
  const failing: { write?: string; sync?: string; truncate?: string; open?: string } = {}
  /** Before a write fails, so many of its bytes still reach the file; `hold` delays the end of each. */
  const state = { partialBytes: 0, hold: null as Promise<void> | null, writes: 0 }
  const fail = (code: string | undefined) => {
    if (code) throw Object.assign(new Error(`${code}: injected`), { code })
  }
  const files: LogFiles = {
    ...nodeLogFiles,
    async open(path) {
      fail(failing.open)
      const file = await nodeLogFiles.open(path, { sync: false })
      return {
        ...file,
        async write(buffers, offset) {
          if (failing.write) {
            await file.write([Buffer.concat(buffers).subarray(0, state.partialBytes)], offset)
          }
          fail(failing.write)
          const written = await file.write(buffers, offset)
          state.writes++
          await state.hold
          fail(failing.sync)
          return written
        },
        async truncate(size) {
          fail(failing.truncate)
          await file.truncate(size)
        },
      }
    },
  }
  return { files, failing, state }
}
