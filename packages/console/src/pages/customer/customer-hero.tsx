import type { GetCustomerOutput } from '@customer-intel/node-sdk'
import { Avatar, Logo } from '../../parts/avatar.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import { formatMoney, formatNumber } from '../../parts/format-number.ts'
import { OutwardLink } from '../../parts/outward-link.tsx'
import { Stats } from '../../parts/stats.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './customer.module.css'

/** How a billing status reads at a glance. */
const billingTone: Record<string, Tone> = {
  PAYING: 'good',
  TRIALING: 'accent',
  PAST_DUE: 'warn',
  CHURNED: 'bad',
}

/** Who it is, who looks after it, and the numbers that one asks for first. */
export function CustomerHero({ found }: { found: GetCustomerOutput }) {
  const { customer, revenue, behaviorMetrics: metrics, users } = found
  const { name, domain, owner, billingStatus } = customer
  return (
    <>
      <div className={styles.hero}>
        <Logo name={name ?? domain ?? '?'} big />
        <div className={styles.who}>
          <p className={styles.name}>
            <Text value={name ?? domain} fallback="Not known yet" />
          </p>
          <p className={styles.chips}>
            {billingStatus !== 'NONE' && (
              <Chip tone={billingTone[billingStatus]}>{sentence(billingStatus)}</Chip>
            )}
            {domain !== null && (
              <OutwardLink href={`https://${domain}`}>
                <Text value={domain} />
              </OutwardLink>
            )}
            <span>
              {customer.activatedAt === null ? (
                'Not activated'
              ) : (
                <>
                  Activated <Time at={customer.activatedAt} />
                </>
              )}
            </span>
            <span>
              First seen <Time at={customer.firstSeenAt} />
            </span>
          </p>
        </div>
        <p className={styles.owner}>
          {owner === null ? (
            'Nobody looks after it'
          ) : (
            <>
              <Avatar name={owner.name} />
              <Text value={owner.name} />
            </>
          )}
        </p>
      </div>
      <Stats
        items={[
          {
            title: 'Recurring revenue, a month',
            value:
              revenue?.mrrCalculationStatus === 'mixed_currency'
                ? 'several'
                : formatMoney(revenue?.currentMrr, revenue?.currency),
            note:
              revenue === undefined
                ? undefined
                : `${formatMoney(revenue.lifetimeRevenue, revenue.currency)} paid in all`,
          },
          {
            title: 'People active, 30 days',
            value: formatNumber(metrics?.activeUsers),
            note: `of ${formatNumber(users?.length)} who are known`,
          },
          { title: 'Activities, 30 days', value: formatNumber(metrics?.activityCount) },
          {
            title: 'Used the product',
            value: <Time at={customer.lastProductActivityAt} />,
          },
          {
            title: 'In touch with us',
            value: <Time at={customer.lastContactAt} />,
          },
        ]}
      />
    </>
  )
}
