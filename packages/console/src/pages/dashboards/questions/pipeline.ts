import type { Window } from '../window.ts'
import { quoted, within } from './within.ts'

/** The workspace's own word for a stage, where the CRM's is mapped; else the CRM's. */
const stageColumn = `coalesce(nullif(svc_stage, ''), stage)`
const isDecided = `lower(${stageColumn}) in ('won', 'lost')`

/** Deals as they stand now, by stage and currency. */
export const pipelineByStage = () => `select ${stageColumn} as stage, currency, count(*) as deals,
  sum(amount_cents)::double as amount_cents, count(*) filter (amount_cents is null) as without_amount
from opportunities
group by 1, 2 order by 1, 2`

/** Deals that were won or lost in a window, by the time of their last change. */
export const decidedDeals = (
  window: Window,
) => `select ${stageColumn} as outcome, currency, count(*) as deals, sum(amount_cents)::double as amount_cents
from opportunities
where ${isDecided} and ${within('occurred_at', window)}
group by 1, 2 order by 1, 2`

/** The deals behind a stage in a currency, or all that are open. */
export const dealsBehind = (stage?: string, currency?: string) =>
  deals(
    stage === undefined || currency === undefined
      ? `not (${isDecided})`
      : `${stageColumn} = ${quoted(stage)} and o.currency = ${quoted(currency)}`,
  )

/** The deals behind those won or lost in a window, in a currency or in all. */
export const decidedBehind = (window: Window, outcome?: string, currency?: string) =>
  deals(
    [
      isDecided,
      within('o.occurred_at', window),
      ...(outcome === undefined ? [] : [`lower(${stageColumn}) = ${quoted(outcome.toLowerCase())}`]),
      ...(currency === undefined ? [] : [`o.currency = ${quoted(currency)}`]),
    ].join(' and '),
  )

const deals = (
  condition: string,
) => `select o.title, coalesce(c.name, c.domain) as customer, ${stageColumn} as stage, o.amount_cents / 100.0 as amount, o.currency,
  o.occurred_at as changed, o.customer_id
from opportunities o left join customers c on c.customer_id = o.customer_id
where ${condition}
order by o.amount_cents desc nulls last, o.occurred_at desc`
