/** A line of a file. */
export interface Line {
  /** From 1. */
  number: number
  /** Where the next line starts. */
  end: number
  /** Without the line break; null when it is longer than the limit, and was skipped. */
  bytes: Buffer | null
}

const newline = 0x0a

/**
 * The lines of a stream of bytes of any size, with one line of at most `maxBytes` in memory. `after`: the line and the
 * byte at which the stream starts. The last line may have no line break.
 */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  { maxBytes, after }: { maxBytes: number; after: { line: number; offset: number } },
): AsyncGenerator<Line> {
  let number = after.line
  let position = after.offset
  let parts: Buffer[] = []
  let length = 0
  const take = (end: number): Line => {
    number += 1
    const line = { number, end, bytes: length > maxBytes ? null : Buffer.concat(parts) }
    parts = []
    length = 0
    return line
  }
  for await (const chunk of chunks) {
    let start = 0
    while (start < chunk.length) {
      const found = chunk.indexOf(newline, start)
      const end = found === -1 ? chunk.length : found
      length += end - start
      if (length > maxBytes) parts = []
      else parts.push(chunk.subarray(start, end))
      if (found !== -1) yield take(position + found + 1)
      start = end + 1
    }
    position += chunk.length
  }
  if (length > 0) yield take(position)
}
