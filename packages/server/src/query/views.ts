import { analyticsViews } from '@customer-intel/contract'
import type { AnalyticsView, ViewDescription } from '@customer-intel/contract'
import { activityView } from './activity-view.ts'
import { customersView } from './customers-view.ts'
import { factsView } from './facts-view.ts'
import { opportunitiesView } from './opportunities-view.ts'
import { revenueView } from './revenue-view.ts'
import { sourcesView } from './sources-view.ts'
import { usersView } from './users-view.ts'

/** What `svc_query` can read, as `svc_schema` describes it. */
export const views: ViewDescription[] = [
  activityView,
  customersView,
  usersView,
  revenueView,
  factsView,
  opportunitiesView,
  sourcesView,
]

export const viewNames: readonly AnalyticsView[] = analyticsViews

/** Whether a name in FROM is one of the views, case-insensitive. */
export function isViewName(name: string): boolean {
  return (viewNames as readonly string[]).includes(name.toLowerCase())
}
