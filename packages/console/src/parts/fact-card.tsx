import type { Fact } from '@customer-intel/node-sdk'
import { useState } from 'react'
import { useOverlay } from '../overlays/use-overlay.ts'
import { Chip, type Tone } from './chip.tsx'
import styles from './fact-card.module.css'
import { FactWhy } from './fact-why.tsx'
import { Text } from './text.tsx'
import { Time } from './time.tsx'
import { sentence } from './words.ts'

/** How a kind of fact reads at a glance. */
export const factTone: Record<string, Tone> = {
  CHURN_RISK: 'bad',
  QUIET_ACCOUNT: 'bad',
  CORE_ACTION_DECAY: 'warn',
  CHAMPION_RISK: 'warn',
  EXPANSION: 'good',
  REQUIREMENTS: 'accent',
}

/** What is known, the words that say it, and why it is held to be true. */
export function FactCard({ fact }: { fact: Fact }) {
  const [isOpen, setOpen] = useState(false)
  const { openSource } = useOverlay()
  const { sourceType, sourceId, sourceQuote } = fact
  return (
    <article className={styles.fact}>
      <div className={styles.top}>
        <Chip tone={factTone[fact.factType]}>{sentence(fact.factType)}</Chip>
        <Time at={fact.occurredAt ?? fact.detectedAt} className={styles.quiet} />
      </div>
      <p className={styles.assertion}>
        <Text value={fact.assertion} />
      </p>
      {sourceQuote !== null && (
        <blockquote className={styles.quote}>
          “<Text value={sourceQuote} />”
        </blockquote>
      )}
      <div className={styles.foot}>
        {sourceType !== null && sourceId !== null ? (
          <button
            type="button"
            className={styles.link}
            onClick={() => openSource(sourceType, sourceId, sourceQuote)}
          >
            {sentence(sourceType)}
          </button>
        ) : (
          <span className={styles.quiet}>
            {fact.metricName === null ? 'Stated' : 'Computed from behaviour'}
          </span>
        )}
        <button type="button" className={styles.link} aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Why we think so
        </button>
      </div>
      {isOpen && <FactWhy factId={fact.id} />}
    </article>
  )
}
