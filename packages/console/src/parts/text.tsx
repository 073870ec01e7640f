/** Controls that turn the direction of text around, and others that show nothing. */
// oxlint-disable-next-line no-control-regex, no-misleading-character-class -- they are what is looked for
const unseen = /[\u0000-\u0008\u000B-\u001F\u007F-\u009F\u200B\u200E\u200F\u202A-\u202E\u2060-\u2069\uFEFF]/g

/** What a customer typed: shown apart from what stands beside it; what would not be seen is marked. */
export function Text({ value, fallback = '–' }: { value: string | null | undefined; fallback?: string }) {
  if (!value) return <>{fallback}</>
  return <bdi>{value.replaceAll(unseen, markOf)}</bdi>
}

/** What `Text` shows, for titles and labels. */
export function plain(value: string): string {
  return value.replaceAll(unseen, markOf)
}

function markOf(control: string): string {
  return `⟨${control.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}⟩`
}
