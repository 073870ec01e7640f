import { useQuery } from '@tanstack/react-query'
import { ask } from '../../app/ask.ts'
import { useMay } from '../../app/session.ts'
import { Chip } from '../../parts/chip.tsx'
import { formatMoney } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './customer.module.css'

interface Deal {
  id: string
  title: string | null
  stage: string | null
  amount: number | null
  currency: string | null
  at: string | null
}

const sql = `select opportunity_id as id, title, stage, amount_cents as amount, currency, occurred_at as at
from opportunities where customer_id = $1 order by occurred_at desc`

/** The deals with a customer, as the CRM says. */
export function CustomerDeals({ customerId }: { customerId: string }) {
  const may = useMay('analytics:read')
  const query = useQuery({
    queryKey: ['deals', customerId],
    enabled: may,
    queryFn: async ({ signal }) => (await ask<Deal>(sql, [customerId], { signal, limit: 20 })).rows,
  })
  if (!may || query.data?.length === 0) return null
  return (
    <Section title="Deals">
      <QueryView query={query} rows={2}>
        {(deals) => (
          <ul className={styles.deals}>
            {deals.map(({ id, title, stage, amount, currency, at }) => (
              <li key={id}>
                <span>
                  <Text value={title} />
                </span>
                <span className={styles.amount}>{formatMoney(amount, currency)}</span>
                <span className={styles.quiet}>
                  {stage !== null && (
                    <Chip tone={stage === 'won' ? 'good' : stage === 'lost' ? 'bad' : 'quiet'}>
                      {sentence(stage)}
                    </Chip>
                  )}
                </span>
                <Time at={at} className={styles.quiet} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </Section>
  )
}
