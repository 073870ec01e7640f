/** What a text says; undefined when it is no JSON, such as a proxy's HTML. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
