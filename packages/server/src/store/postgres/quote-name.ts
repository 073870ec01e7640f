/** A name as SQL takes it, whatever it holds. */
export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`
}
