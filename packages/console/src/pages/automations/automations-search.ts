import { numberOf, oneOf, textOf } from '../../app/search-text.ts'

/** How many days back an automation can be tried. */
export const previewDays = [7, 30, 90] as const

/** One automation: its definition, its runs and one of them, or what it skipped, of one customer. */
export function readAutomationSearch(raw: Record<string, unknown>) {
  const days = numberOf(raw.days)
  return {
    tab: oneOf(['definition', 'runs', 'skipped'], raw.tab),
    run: textOf(raw.run),
    customer: textOf(raw.customer),
    signal: textOf(raw.signal),
    days: previewDays.find((one) => one === days),
  }
}
