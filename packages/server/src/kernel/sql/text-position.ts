import type { TextPosition } from '@customer-intel/contract'

/** The place before which this many characters stand. */
export function positionAt(text: string, offset: number): TextPosition {
  const before = [...text].slice(0, offset)
  const lineStart = before.lastIndexOf('\n') + 1
  const line = before.filter((character) => character === '\n').length + 1
  return { offset: before.length, line, column: before.length - lineStart + 1 }
}

/** The place before which this many bytes of UTF-8 stand; undefined: beyond the text. */
export function positionAtByte(text: string, bytes: number): TextPosition | undefined {
  const utf8 = Buffer.from(text)
  return bytes < utf8.length ? positionAt(text, [...utf8.toString('utf8', 0, bytes)].length) : undefined
}
