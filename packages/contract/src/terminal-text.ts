/** What a terminal obeys instead of showing it: control characters other than tab and line break, and what turns text around. */
const controls =
  // eslint-disable-next-line no-control-regex
  /\r(?!\n)|[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e\u2066-\u2069]/g

/** Text with each such character as `\u001b`: readable, and in JSON the same text as before. */
export function escapeControls(text: string): string {
  return text.replaceAll(
    controls,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}

/** Text with a blank in the place of each: for a cell of a table. */
export function withoutControls(text: string): string {
  return text.replaceAll(controls, ' ')
}

/** JSON as ever, whose texts a terminal can't obey: `JSON.stringify` leaves U+009B and U+202E as they are. */
export function toSafeJson(value: unknown, space?: number): string {
  return escapeControls(JSON.stringify(value, null, space))
}

interface TextStream {
  isTTY?: boolean
  write(...args: never[]): unknown
}

const terminals = new WeakMap<object, object>()

/** The same stream where nobody looks; a terminal's writes escaped otherwise. */
export function guarded<Stream extends TextStream>(stream: Stream): Stream {
  if (!stream.isTTY) return stream
  const write = stream.write.bind(stream) as (...args: unknown[]) => unknown
  const guard = Object.create(stream, {
    write: {
      value: (chunk: unknown, ...rest: unknown[]) =>
        write(typeof chunk === 'string' ? escapeControls(chunk) : chunk, ...rest),
    },
  }) as Stream
  terminals.set(guard, stream)
  return guard
}

/** The terminal behind it: for what the program itself commands. */
export function terminalOf<Stream extends object>(stream: Stream): Stream {
  return (terminals.get(stream) as Stream | undefined) ?? stream
}

/** Puts `text` in the place of the terminal's last line, which has not ended. */
export function drawLine(stream: TextStream, text = ''): void {
  const { write } = terminalOf(stream) as { write: (text: string) => unknown }
  write.call(terminalOf(stream), `\r${escapeControls(text)}\u001b[K`)
}
