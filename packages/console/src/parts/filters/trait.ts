/** A trait as one types it: `plan=pro`, `seats=12`, `trial=true`. */
export function toTrait(text: string): Record<string, string | number | boolean> | undefined {
  const at = text.indexOf('=')
  if (at < 1) return undefined
  const value = text.slice(at + 1)
  const typed =
    value === 'true'
      ? true
      : value === 'false'
        ? false
        : value !== '' && !Number.isNaN(Number(value))
          ? Number(value)
          : value
  return { [text.slice(0, at).trim()]: typed }
}
