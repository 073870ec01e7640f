import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The engine gives a larger text a place of its own, and takes that back in a full collection alone. */
const largeBytes = 128 * 1024
/** What a full collection takes, some 20 ms, is less than parsing so much. */
const maxUncollectedBytes = 16 * 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let uncollectedBytes = 0

/**
 * The text of (a part of) a body, in UTF-8. By itself the engine makes a full collection when its heap has grown by
 * half: texts of a megabyte that come at once would take far more memory than they need, so they are counted.
 */
export function decodeText(bytes: Buffer): string {
  if (bytes.length > largeBytes) {
    uncollectedBytes += bytes.length
    if (uncollectedBytes > maxUncollectedBytes) {
      uncollectedBytes = bytes.length
      collectGarbage()
    }
  }
  return bytes.toString('utf8')
}
