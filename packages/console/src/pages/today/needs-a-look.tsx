import type { Fact, ListFactsInput } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { client } from '../../app/client.ts'
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

/** What needs somebody, the most urgent first. */
const types = [
  'CHURN_RISK',
  'QUIET_ACCOUNT',
  'CHAMPION_RISK',
  'CORE_ACTION_DECAY',
  'REQUIREMENTS',
  'EXPANSION',
] as const satisfies NonNullable<ListFactsInput['factTypes']>

/** How many are shown. */
const shown = 20

interface Pays {
  id: string
  mrr: number | null
  currency: string | null
  owner: string | null
}

const sql = `select customer_id as id, mrr_cents as mrr, currency, owner_email as owner from customers
where customer_id in (select unnest(string_split($1, ',')))`

/** Facts that hold now and ask for somebody: who it is, the words that say it, what they pay, who looks after them. */
export function NeedsALook() {
  const query = useQuery({
    queryKey: ['needs-a-look'],
    refetchInterval: 60_000,
    queryFn: async ({ signal }) => {
      const { facts } = await client.tools.listFacts(
        { status: ['ACTIVE'], factTypes: [...types], limit: 60 },
        { signal },
      )
      const ids = [...new Set(facts.flatMap(({ customer }) => (customer ? [customer.id] : [])))]
      const { rows } = await ask<Pays>(sql, [ids.join(',')], { signal })
      const paying = new Map(rows.map((row) => [row.id, row]))
      return facts
        .map((fact) => ({ fact, pays: fact.customer ? paying.get(fact.customer.id) : undefined }))
        .toSorted(
          (left, right) =>
            rankOf(left.fact) - rankOf(right.fact) || (right.pays?.mrr ?? 0) - (left.pays?.mrr ?? 0),
        )
        .slice(0, shown)
    },
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
              {found.map(({ fact, pays }) => (
                <Look key={fact.id} fact={fact} pays={pays} />
              ))}
            </ul>
          )
        }
      </QueryView>
    </section>
  )
}

const rankOf = ({ factType }: Fact) => types.findIndex((type) => type === factType)

function Look({ fact, pays }: { fact: Fact; pays?: Pays }) {
  const { openSource } = useOverlay()
  const { customer, sourceType, sourceId, sourceQuote } = fact
  const name = customer?.name ?? customer?.domain ?? 'Somebody'
  return (
    <li className={styles.look}>
      <Logo name={name} />
      <div className={styles.said}>
        <p>
          {customer ? (
            <Link to="/customers/$id" params={{ id: customer.id }}>
              <b>
                <Text value={name} />
              </b>
            </Link>
          ) : (
            <b>{name}</b>
          )}{' '}
          <Chip tone={factTone[fact.factType]}>{sentence(fact.factType)}</Chip>
        </p>
        <p>
          <Text value={fact.assertion} />
        </p>
        {sourceQuote !== null && (
          <blockquote>
            “<Text value={sourceQuote} />”
          </blockquote>
        )}
        <p className={styles.quiet}>
          {sourceType !== null && sourceId !== null && (
            <button
              type="button"
              className={link.link}
              onClick={() => openSource(sourceType, sourceId, sourceQuote)}
            >
              {sentence(sourceType)}
            </button>
          )}{' '}
          <Time at={fact.occurredAt ?? fact.detectedAt} />
          {pays?.owner && (
            <>
              {' · '}
              <Text value={pays.owner} />
            </>
          )}
        </p>
      </div>
      <p className={styles.pays}>
        <b>{formatMoney(pays?.mrr, pays?.currency)}</b>
        <span>a month</span>
      </p>
    </li>
  )
}
