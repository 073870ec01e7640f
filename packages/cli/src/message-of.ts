/** What an error says. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message || error.name : String(error)
}
