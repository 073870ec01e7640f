import type { DashboardSearch } from './dashboards-search.ts'
import type { Window } from './window.ts'

/** What a built-in dashboard is given. */
export interface DashboardProps {
  window: Window
  /** The days before, to compare with; null when they aren't asked for. */
  before: Window | null
  today: string
  view: DashboardSearch
  /** Whether charts are shown as their tables. */
  asTables: boolean
  onChange: (values: DashboardSearch) => void
}
