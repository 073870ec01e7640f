import type { ListedDelivery } from '@customer-intel/node-sdk'
import { formatNumber } from '../../parts/format-number.ts'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { DeliveryChip } from './delivery-chip.tsx'
import styles from './destinations.module.css'

/** Each try to deliver a message, the latest first: when, how long it took, and what the receiver answered. */
export function Attempts({ attempts }: Pick<ListedDelivery, 'attempts'>) {
  return (
    <ol className={styles.attempts} aria-label="Attempts">
      {attempts.toReversed().map(({ at, durationMs, status, errorCode, errorMessage }) => (
        <li key={at}>
          <p className={styles.attempt}>
            <DeliveryChip status={status} tries={1} />
            <Time at={at} />
            <span>{formatNumber(durationMs)} ms</span>
          </p>
          {errorMessage !== null && (
            <p className={styles.answer}>
              <Text value={errorMessage} /> <code>{errorCode}</code>
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}
