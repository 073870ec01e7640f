import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { Chip } from '../../parts/chip.tsx'
import { Definitions } from '../../parts/definitions.tsx'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Peek } from '../../parts/peek.tsx'
import styles from '../../parts/peek.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

/** A look at a customer from the list: the numbers, and what is known. */
export function CustomerPeek({ id, onClose }: { id: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['customer', 'peek', id],
    queryFn: async ({ signal }) => {
      const [found, { facts }] = await Promise.all([
        client.tools.getCustomer({ customer: id, include: ['revenue', 'behaviorMetrics'] }, { signal }),
        client.tools.listFacts({ customer: id, status: ['ACTIVE'], limit: 5 }, { signal }),
      ])
      return { ...found, facts }
    },
  })
  return (
    <Peek label="Peek at a customer" onClose={onClose}>
      <QueryView query={query} rows={6}>
        {({ customer, revenue, behaviorMetrics, facts }) => (
          <>
            <p className={styles.name}>
              <Text value={customer.name ?? customer.domain} />
            </p>
            <Definitions
              items={[
                ['Billing', sentence(customer.billingStatus)],
                ['A month', formatMoney(revenue?.currentMrr, revenue?.currency)],
                ['Active, 30 days', `${formatNumber(behaviorMetrics?.activeUsers)} people`],
                ['Used', <Time key="u" at={customer.lastProductActivityAt} />],
                ['Contact', <Time key="c" at={customer.lastContactAt} />],
                ['Owner', <Text key="o" value={customer.owner?.name} fallback="Nobody" />],
              ]}
            />
            <ul className={styles.list}>
              {facts.map((fact) => (
                <li key={fact.id}>
                  <Chip>{sentence(fact.factType)}</Chip>
                  <p>
                    <Text value={fact.assertion} />
                  </p>
                </li>
              ))}
            </ul>
            <Link className={link.link} to="/customers/$id" params={{ id }}>
              Open
            </Link>
          </>
        )}
      </QueryView>
    </Peek>
  )
}
