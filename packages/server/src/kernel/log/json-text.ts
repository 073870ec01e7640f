declare const checked: unique symbol

/** JSON in a column of the read models. Only {@link toJsonText} makes it, so that the engine can read every one. */
export type JsonText = string & { readonly [checked]: true }

/** A value as JSON that the engine can read; a value without JSON, such as undefined, becomes null. */
export function toJsonText(value: unknown): JsonText {
  return withStorableTexts(JSON.stringify(value) ?? 'null') as JsonText
}

/**
 * A JSON text whose strings and keys contain neither NUL nor lone surrogates, which the engine can't read: they are
 * replaced by U+FFFD. JSON writes both as escapes.
 */
export function withStorableTexts(json: string): string {
  if (!/\\u(?:0000|d[89a-f])/i.test(json)) return json
  return json.replaceAll(
    /\\(?:ud[89ab][\da-f]{2}\\ud[c-f][\da-f]{2}|(u0000|ud[89a-f][\da-f]{2})|.)/gi,
    (escape, odd?: string) => (odd === undefined ? escape : String.raw`\ufffd`),
  )
}
