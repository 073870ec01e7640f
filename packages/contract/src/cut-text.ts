/**
 * The start of a text, at most `maxLength` UTF-16 units, and never half a surrogate pair: half of one is no character,
 * and neither UTF-8 nor a JSON reader that is strict takes it. Every text that is cut to a length is cut by this; lint
 * refuses `slice` there (`string-cuts.d.ts`).
 */
export function cutText(text: string, maxLength: number): string {
  if (text.length <= maxLength) return text
  const last = text.charCodeAt(maxLength - 1)
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? maxLength - 1 : maxLength)
}

/** {@link cutText}, with an ellipsis as its last character where something is missing. */
export function shortened(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${cutText(text, maxLength - 1).trimEnd()}…`
}
