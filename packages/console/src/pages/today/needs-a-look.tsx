import type { Fact, ListFactsInput } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Logo } from '../../parts/avatar.tsx'
import { Chip } from '../../parts/chip.tsx'
import { factTone } from '../../parts/fact-card.tsx'
import { formatMoney } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './today.module.css'

/** What asks for somebody, the gravest first. */
const types = [
  'CHURN_RISK',
  'QUIET_ACCOUNT',
  'CHAMPION_RISK',
  'CORE_ACTION_DECAY',
  'PRODUCT_USAGE',
  'REQUIREMENTS',
  'EXPANSION',
] as const satisfies NonNullable<ListFactsInput['factTypes']>

/** How many customers are shown. */
const shown = 20

interface LookRow {
  id: string
  customer: string
  name: string | null
  type: Fact['factType']
  assertion: string
  sourceType: NonNullable<Fact['sourceType']> | null
  sourceId: string | null
  quote: string | null
  at: string
  mrr: number | null
  currency: string | null
  owner: string | null
  /** Facts of the same customer that ask for somebody, this one included. */
  facts: number
}

const urgency = `case f.severity when 'HIGH' then 0 when 'MEDIUM' then 1 when 'LOW' then 3 else 2 end`
const sql = `with found as (
  select f.*, min(${urgency}) over (partition by f.customer_id) as urgency,
    count(distinct f.assertion) over (partition by f.customer_id) as facts
  from facts f where f.status = 'ACTIVE' and f.fact_type in (${types.map((type) => `'${type}'`).join(', ')})
    and (f.fact_type <> 'PRODUCT_USAGE' or f.fact_category = 'CHURN'))
select f.fact_id as id, f.customer_id as customer, coalesce(c.name, c.domain) as name, f.fact_type as type,
  f.assertion, f.source_type as "sourceType", f.source_id as "sourceId", f.quote,
  coalesce(f.occurred_at, f.detected_at) as at, c.mrr_cents as mrr, c.currency, c.owner_email as owner, f.facts
from found f join customers c on c.customer_id = f.customer_id
qualify row_number() over (partition by f.customer_id order by list_position([${types.map((type) => `'${type}'`).join(', ')}], f.fact_type),
  f.detected_at desc, f.fact_id) = 1
order by f.urgency, c.mrr_cents desc nulls last, f.fact_id limit ${shown}`

/** Customers who need somebody, the most urgent first: the words that say it, what they pay, who looks after them. */
export function NeedsALook() {
  const query = useQuery({
    queryKey: ['needs-a-look'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => (await ask<LookRow>(sql, [], { signal })).rows,
  })
  return (
    <section className={styles.looks} aria-label="Needs a look">
      <div className={styles.head}>
        <h2>Needs a look</h2>
        {query.data && query.data.length < shown && <Chip>{query.data.length}</Chip>}
        <Link className={link.link} to="/customers" search={{ facts: [...types] }}>
          All customers with these
        </Link>
      </div>
      <QueryView query={query} rows={6}>
        {(found) =>
          found.length === 0 ? (
            <Notice title="Nothing needs you">
              <p>
                What is found in talks and behaviour (churn risks, requests, growth) stands here, most urgent
                first.
              </p>
            </Notice>
          ) : (
            <ul>
              {found.map((look) => (
                <Look key={look.id} look={look} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

function Look({ look }: { look: LookRow }) {
  const { openSource } = useOverlay()
  const { customer, type, assertion, sourceType, sourceId, quote, owner, facts } = look
  const name = look.name ?? 'A customer without a name'
  return (
    <li className={styles.look}>
      <Logo name={name} />
      <div className={styles.said}>
        <p>
          <Link data-row to="/customers/$id" params={{ id: customer }}>
            <b>
              <Text value={name} />
            </b>
          </Link>{' '}
          <Chip tone={factTone[type]}>{sentence(type)}</Chip>
        </p>
        <p>
          <Text value={assertion} />
        </p>
        {quote !== null && (
          <blockquote>
            “<Text value={quote} />”
          </blockquote>
        )}
        <p className={styles.quiet}>
          {sourceType !== null && sourceId !== null && (
            <button
              type="button"
              className={link.link}
              onClick={() => openSource(sourceType, sourceId, quote)}
            >
              {sentence(sourceType)}
            </button>
          )}{' '}
          <Time at={look.at} />
          {owner && (
            <>
              {' · '}
              <Text value={owner} />
            </>
          )}
          {facts > 1 && (
            <>
              {' · '}
              <Link className={link.link} to="/customers/$id" params={{ id: customer }}>
                {facts - 1} more
              </Link>
            </>
          )}
        </p>
      </div>
      <p className={styles.pays}>
        <b>{formatMoney(look.mrr, look.currency)}</b>
        <span>a month</span>
      </p>
    </li>
  )
}
