export type CsvEncoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

/** What says in which encoding bytes are, piece by piece: a byte order mark, NULs, or whether all of it is UTF-8. */
export interface EncodingDetector {
  add(bytes: Uint8Array): void
  /** Bytes that are no Unicode are those of Windows-1252, which contains Latin-1. */
  encoding(): CsvEncoding
}

export function detectEncoding(): EncodingDetector {
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let start = new Uint8Array()
  let isUtf8 = true
  return {
    add(bytes) {
      if (start.length < 64) start = new Uint8Array([...start, ...bytes.subarray(0, 64)])
      try {
        if (isUtf8) utf8.decode(bytes, { stream: true })
      } catch {
        isUtf8 = false
      }
    },
    encoding() {
      const [first, second] = start
      if (first === 0xff && second === 0xfe) return 'utf-16le'
      if (first === 0xfe && second === 0xff) return 'utf-16be'
      // Without a mark: of two bytes of a Latin letter one is NUL.
      if (first !== 0 && second === 0) return 'utf-16le'
      if (first === 0 && second !== 0 && start.length > 1) return 'utf-16be'
      return isUtf8 ? 'utf-8' : 'windows-1252'
    },
  }
}

/** Text of bytes that come piece by piece, without a byte order mark. */
export async function* decodeText(
  chunks: AsyncIterable<Uint8Array>,
  encoding: CsvEncoding,
): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding)
  for await (const chunk of chunks) yield decoder.decode(chunk, { stream: true })
  yield decoder.decode()
}
