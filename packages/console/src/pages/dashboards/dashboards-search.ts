import { oneOf, textOf } from '../../app/search-text.ts'

/** A dashboard as its address says: of which days, beside those before, by day, week or month, in which currency, as tables. */
export function readDashboardSearch(raw: Record<string, unknown>) {
  return {
    from: textOf(raw.from),
    to: textOf(raw.to),
    compare: oneOf(['before'], raw.compare),
    by: oneOf(['day', 'week', 'month'], raw.by),
    currency: textOf(raw.currency),
    show: oneOf(['tables'], raw.show),
  }
}

/** What `readDashboardSearch` reads. */
export type DashboardSearch = Partial<ReturnType<typeof readDashboardSearch>>
