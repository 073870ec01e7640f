import { createActivity, activationEvent } from '../../examples/demo/src/activity.ts'
import { createRecords } from '../../examples/demo/src/records.ts'
import { firstVisit } from '../../examples/demo/src/visit.ts'
import type { DemoWorkspace } from '../../examples/demo/src/workspace.ts'

const dayMs = 86_400_000

/** A use of the product: whose it is, and when. */
interface Use {
  email: string
  customerId: string
  eventName: string
  at: number
}

/** Every use of product and website, by the demo's generator alone. */
export function usesOf(workspace: DemoWorkspace): Use[] {
  const uses: Use[] = []
  for (const { source, events } of createActivity(workspace))
    for (const event of events)
      if (source === 'server' && event.type === 'custom')
        uses.push({
          email: event.email!,
          customerId: event.customerId!,
          eventName: event.eventName,
          at: event.timestamp!,
        })
  for (const { customerId, people } of workspace.companies)
    for (const person of people)
      for (const event of firstVisit(workspace, person).events)
        if (event.type !== 'identify')
          uses.push({ email: person.email, customerId, eventName: event.type, at: event.timestamp! })
  return uses
}

/** Visitors since then by the campaign's source of the pages they saw. */
export function visitorsOf(workspace: DemoWorkspace, since: number): Map<string, number> {
  const pages: { source: string; visitorId: string }[] = []
  for (const { visitorId, events } of createActivity(workspace))
    for (const event of events)
      if (event.type === 'pageview' && visitorId !== undefined && event.timestamp! >= since)
        pages.push({ source: event.utm?.source ?? '', visitorId })
  return countDistinct(
    pages,
    ({ source }) => source,
    (page) => page.visitorId,
  )
}

/** How many different values there are by key. */
export function countDistinct<Item>(
  items: readonly Item[],
  key: (item: Item) => string,
  value: (item: Item) => string,
): Map<string, number> {
  const sets = new Map<string, Set<string>>()
  for (const item of items) sets.set(key(item), (sets.get(key(item)) ?? new Set()).add(value(item)))
  return new Map([...sets].map(([name, set]) => [name, set.size]))
}

export function countBy<Item>(items: readonly Item[], key: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>()
  for (const item of items) counts.set(key(item), (counts.get(key(item)) ?? 0) + 1)
  return counts
}

/** How many people stand at each stage at a time, by the rules as docs/answers.md and the view tell them. */
export function stagesOf(workspace: DemoWorkspace, now: number): Map<string, number> {
  const byPerson = new Map<string, Use[]>()
  for (const use of usesOf(workspace)) byPerson.set(use.email, [...(byPerson.get(use.email) ?? []), use])
  return countBy([...byPerson.values()], (uses) => stageOf(uses, now))
}

function stageOf(uses: readonly Use[], now: number): string {
  const days = [...new Set(uses.map(({ at }) => Math.floor(at / dayMs)))].toSorted((a, b) => a - b)
  let engaged = false
  let lapsed = false
  let run: number[] = []
  for (const day of days) {
    if (run.length > 0 && day - run.at(-1)! > 30) {
      lapsed = true
      run = []
    }
    run.push(day)
    if (run.length >= 3 && day - run.at(-3)! < 14) {
      engaged = true
      lapsed = false
    }
  }
  if (lapsed || Math.max(...uses.map(({ at }) => at)) < now - 30 * dayMs) return 'INACTIVE'
  if (engaged) return 'ENGAGED'
  return uses.some(({ eventName }) => eventName === activationEvent) ? 'ACTIVATED' : 'SIGNED_UP'
}

/** Deals by stage and currency, amounts in whole units. */
export function dealsOf(
  workspace: DemoWorkspace,
): { stage: string; currency: string; deals: number; amount: number }[] {
  const groups = new Map<string, { stage: string; currency: string; deals: number; amount: number }>()
  for (const record of createRecords(workspace)) {
    if (record.kind !== 'source' || record.sourceType !== 'OPPORTUNITY') continue
    const { stage, currency, amountCents } = record.record as {
      stage: string
      currency: string
      amountCents: number
    }
    const key = `${stage} ${currency}`
    const group = groups.get(key) ?? { stage, currency, deals: 0, amount: 0 }
    groups.set(key, { ...group, deals: group.deals + 1, amount: group.amount + amountCents / 100 })
  }
  return [...groups.keys()].toSorted().map((key) => groups.get(key)!)
}
