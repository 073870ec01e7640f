import { nodeLogFiles } from '../../src/store/file/log/log-files.ts'
import type { LogFiles } from '../../src/store/file/log/log-files.ts'

/** The real file system, whose calls fail while `failing` says so. */
export function failingFiles() {
  const failing: { write?: string; datasync?: string; truncate?: string; open?: string } = {}
  /** Before a write fails, so many of its bytes still reach the file. */
  const state = { partialBytes: 0, hold: null as Promise<void> | null, datasyncs: 0 }
  const fail = (code: string | undefined) => {
    if (code) throw Object.assign(new Error(`${code}: injected`), { code })
  }
  const files: LogFiles = {
    ...nodeLogFiles,
    async open(path) {
      fail(failing.open)
      const file = await nodeLogFiles.open(path)
      return {
        ...file,
        async write(buffers, offset) {
          if (failing.write) {
            await file.write([Buffer.concat(buffers).subarray(0, state.partialBytes)], offset)
          }
          fail(failing.write)
          return file.write(buffers, offset)
        },
        async datasync() {
          state.datasyncs++
          await state.hold
          fail(failing.datasync)
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
