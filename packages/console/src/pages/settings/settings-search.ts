import { oneOf, textOf } from '../../app/search-text.ts'

export const settingsTabs = [
  'people',
  'keys',
  'tracking',
  'workspace',
  'usage',
  'quarantine',
  'audit',
] as const

/** Which settings, and of the audit which changes. */
export function readSettingsSearch(raw: Record<string, unknown>) {
  const since = textOf(raw.since)
  return {
    tab: oneOf(settingsTabs, raw.tab),
    actor: textOf(raw.actor),
    resource: textOf(raw.resource),
    since: since !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(since) ? since : undefined,
  }
}
