import { oneOf } from '../../app/search-text.ts'

export const settingsTabs = ['people', 'keys', 'tracking', 'workspace'] as const

/** Which settings. */
export function readSettingsSearch(raw: Record<string, unknown>) {
  return { tab: oneOf(settingsTabs, raw.tab) }
}
