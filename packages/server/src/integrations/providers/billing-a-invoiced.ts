import { idOf, numberOf, objectsOf, textOf, timeOf } from '../fields.ts'
import type { Answer } from '../provider.ts'
import { minorToCents } from './billing-a-money.ts'
import { isByDays, isLicensed, isOnce, itemMonths } from './billing-a-price.ts'

/** What was invoiced, or is to be, of one customer. */
export interface Invoiced {
  invoices: readonly Answer[]
  /** Prorations that no invoice has yet. */
  pendingItems: readonly Answer[]
}

/** A period that was invoiced of a subscription's item. */
interface Span {
  item: string | null
  start: number
  end: number
  /** Per month; negative for the credit of a proration. */
  mrrCents: number
  netShare: number
  kind: 'regular' | 'proration' | 'unbilled'
  /** Invoiced afterwards. */
  isUsage: boolean
}

export interface InvoicedHistory {
  /** What was paid per month from a time on, earliest first. `isBilled`: else the period was not invoiced, as in a pause. */
  steps: { at: number; mrrCents: number; isBilled: boolean }[]
  /** What an item was last invoiced at; null: never. */
  last: (item: Answer) => { mrrCents: number; netShare: number } | null
}

const hourMs = 3_600_000
const dayMs = 86_400_000
const monthMs = (365 / 12) * dayMs

/**
 * The monthly prices by which a subscription was invoiced. A proration counts from its day on: its credit takes the former
 * price off, so that the time before stays what it was. Pure.
 */
export function invoicedHistory(
  subscription: string,
  items: readonly Answer[],
  currency: string,
  { invoices, pendingItems }: Invoiced,
  discounts: readonly Answer[],
): InvoicedHistory {
  const once = new Set(discounts.filter(isOnce).map(({ id }) => idOf(id)))
  const itemOf = new Map(items.map((item) => [idOf(item['id']), item]))
  const lines = [
    ...invoices.flatMap((invoice) => linesOf(invoice, subscription)),
    ...pendingItems.flatMap((item) => pendingLine(item, subscription)),
  ]
  const spans: Span[] = []
  // Prorations are part of a period, which has to be known.
  for (const isProration of [false, true])
    for (const { line, item, kind, invoicedAt } of lines) {
      if ((kind === 'proration') !== isProration) continue
      const period = line['period'] as Answer | undefined
      let [start, end] = [timeOf(period?.['start']), timeOf(period?.['end'])]
      const amount = numberOf(line['amount'])
      if (start === null || end === null || end <= start || amount === null) continue
      const priced = itemOf.get(item)
      const months = isProration
        ? proratedMonths({ start, end, item }, spans, priced)
        : monthsBetween(start, end, priced)
      const isUsage = !isProration && !isLicensed(priced) && invoicedAt !== null && end <= invoicedAt + hourMs
      // Usage is invoiced once the period is over: it counts from then on, up to the next time.
      if (isUsage) {
        for (const span of spans)
          if (span.isUsage && span.item === item && span.start < end && end < span.end) span.end = end
        const next = spans.flatMap((span) =>
          span.isUsage && span.item === item && span.start > end! ? span.start : [],
        )
        ;[start, end] = [end, Math.min(2 * end - start, ...next)]
      }
      const { net, netShare } = netOf(line, amount, once)
      spans.push({
        item,
        start,
        end,
        mrrCents: minorToCents(net, currency) / months,
        netShare,
        kind,
        isUsage,
      })
    }
  const starts = [...new Set(spans.map(({ start }) => start))].sort((left, right) => left - right)
  return {
    steps: starts.map((at) => stepAt(at, spans)),
    last(item) {
      const id = idOf(item['id'])
      const found = spans.filter(
        (span) => span.kind === 'regular' && (span.item === id || span.item === null),
      )
      const start = Math.max(...found.map((span) => span.start))
      const latest = found.filter((span) => span.start === start)
      if (latest.length === 0) return null
      return { mrrCents: sumOf(latest), netShare: latest[0]!.netShare }
    },
  }
}

function stepAt(at: number, spans: readonly Span[]): InvoicedHistory['steps'][number] {
  const covering = spans.filter(({ start, end }) => start <= at && at < end)
  const regular = covering.filter(({ kind }) => kind === 'regular')
  const prorations = covering.filter(({ kind }) => kind === 'proration')
  // A credit without the period that it is for takes nothing off.
  const counted = prorations.filter(({ mrrCents }) => mrrCents > 0 || regular.length > 0)
  return {
    at,
    mrrCents: Math.max(sumOf([...regular, ...counted]), 0),
    isBilled: regular.length > 0 || prorations.length > 0,
  }
}

function sumOf(spans: readonly Span[]): number {
  return spans.reduce((sum, { mrrCents }) => sum + mrrCents, 0)
}

interface Line {
  line: Answer
  item: string | null
  kind: Span['kind']
  /** When the invoice was made; null: unknown. */
  invoicedAt: number | null
}

function linesOf(invoice: Answer, subscription: string): Line[] {
  const status = textOf(invoice['status'], 40) ?? ''
  const isBilled = ['paid', 'open', 'uncollectible'].includes(status)
  // What a pause of the collection makes of invoices.
  const isUnbilled = status === 'void' || (status === 'draft' && invoice['auto_advance'] === false)
  if (!isBilled && !isUnbilled) return []
  return (objectsOf((invoice['lines'] as Answer | undefined)?.['data']) ?? []).flatMap((line): Line[] => {
    const parent = line['parent'] as Answer | null | undefined
    const ofItem = parent?.['subscription_item_details'] as Answer | null | undefined
    const details = ofItem ?? (parent?.['invoice_item_details'] as Answer | null | undefined)
    const isProration = details?.['proration'] === true
    if (idOf(details?.['subscription']) !== subscription || (!ofItem && !isProration)) return []
    if (isProration && !isBilled) return []
    return [
      {
        line,
        item: idOf(details?.['subscription_item']),
        kind: !isBilled ? 'unbilled' : isProration ? 'proration' : 'regular',
        invoicedAt: timeOf(invoice['created']),
      },
    ]
  })
}

function pendingLine(line: Answer, subscription: string): Line[] {
  const details = (line['parent'] as Answer | null | undefined)?.['subscription_details'] as
    | Answer
    | null
    | undefined
  if (line['proration'] !== true || idOf(details?.['subscription']) !== subscription) return []
  return [{ line, item: idOf(details?.['subscription_item']), kind: 'proration', invoicedAt: null }]
}

/** Without what is taken off once, and without included taxes. */
function netOf(
  line: Answer,
  amount: number,
  once: ReadonlySet<string | null>,
): { net: number; netShare: number } {
  const discounts = objectsOf(line['discount_amounts']) ?? []
  const sum = (of: readonly Answer[]) => of.reduce((total, one) => total + (numberOf(one['amount']) ?? 0), 0)
  const lasting = discounts.filter(
    ({ discount }) => !once.has(idOf((discount as Answer | null)?.['id'] ?? discount)),
  )
  const included = (objectsOf(line['taxes']) ?? []).filter(({ tax_behavior }) => tax_behavior === 'inclusive')
  const formerly = (objectsOf(line['tax_amounts']) ?? []).filter(({ inclusive }) => inclusive === true)
  const charged = amount - sum(discounts)
  const tax = sum(included.length > 0 ? included : formerly)
  const netShare = charged === 0 ? 1 : 1 - tax / charged
  return { net: (amount - sum(lasting)) * netShare, netShare }
}

/** Whole months for a period of about that length, since a month has 28 to 31 days; prices by days or weeks exactly. */
function monthsBetween(start: number, end: number, item: Answer | undefined): number {
  const months = (end - start) / monthMs
  return months > 0.9 && !(item && isByDays(item)) ? Math.max(Math.round(months), 1) : months
}

/** The months of a proration: its share of the period that it is part of. */
function proratedMonths(
  { start, end, item }: Pick<Span, 'start' | 'end' | 'item'>,
  spans: readonly Span[],
  priced: Answer | undefined,
): number {
  const isAround = (span: Span) =>
    span.kind === 'regular' && span.start <= start && Math.abs(span.end - end) < hourMs
  const around = spans.filter(isAround)
  const whole = around.find((span) => span.item === item) ?? around[0]
  if (whole !== undefined)
    return ((end - start) / (whole.end - whole.start)) * monthsBetween(whole.start, whole.end, priced)
  if (priced === undefined || isByDays(priced)) return (end - start) / monthMs
  const months = itemMonths(priced)
  const from = new Date(end)
  from.setUTCMonth(from.getUTCMonth() - months)
  return ((end - start) / (end - from.getTime())) * months
}
