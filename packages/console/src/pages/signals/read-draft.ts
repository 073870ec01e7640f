import type { SignalDraft } from './signal-shapes.ts'

/** What was written so far, as the address says it; null where that is no draft. */
export function readDraft(text: string | undefined): SignalDraft | null {
  if (text === undefined) return null
  try {
    const draft = JSON.parse(text) as SignalDraft
    const isDraft = typeof draft.definition === 'object' && draft.definition !== null
    return isDraft && /^EVENT_(?:MATCH|PATTERN)$/.test(draft.kind) ? draft : null
  } catch {
    return null
  }
}
