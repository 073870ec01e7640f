/** Parses JSON; undefined when invalid, such as a proxy's HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
