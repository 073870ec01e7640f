/**
 * A JSON text whose strings contain neither NUL nor lone surrogates, which the engine can't store: they are replaced by
 * U+FFFD. Older versions may have written them, as escapes.
 */
export function withStorableTexts(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return json.replaceAll(
    /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(u0000|ud[89a-f][\da-f]{2})|.)/gi,
    (escape, odd?: string) => (odd === undefined ? escape : String.raw`\ufffd`),
  )
}
