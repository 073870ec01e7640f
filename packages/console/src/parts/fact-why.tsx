import { useQuery } from '@tanstack/react-query'
import { client } from '../app/client.ts'
import { useOverlay } from '../overlays/use-overlay.ts'
import { Definitions } from './definitions.tsx'
import styles from './fact-card.module.css'
import { formatNumber } from './format-number.ts'
import { QueryView } from './query-view.tsx'
import { Text } from './text.tsx'
import { Time } from './time.tsx'
import { sentence } from './words.ts'

/** How a fact came about: rule or model, how sure, and every piece of evidence, which opens its source at the words. */
export function FactWhy({ factId }: { factId: string }) {
  const { openSource } = useOverlay()
  const query = useQuery({
    queryKey: ['fact', factId],
    queryFn: async ({ signal }) => await client.tools.getFact({ factId, include: ['evidence'] }, { signal }),
  })
  return (
    <QueryView query={query} rows={3}>
      {(fact) => (
        <div className={styles.why}>
          <Definitions
            items={[
              ['Reasoning', fact.reasoning === null ? undefined : <Text key="r" value={fact.reasoning} />],
              ['Confidence', `${Math.round(fact.confidence * 100)} %`],
              ['Found', `${formatNumber(fact.occurrenceCount)} times`],
              ['Last found', <Time key="l" at={fact.lastDetectedAt} />],
              [
                'Measured',
                fact.metricName === null
                  ? undefined
                  : `${sentence(fact.metricName)}: ${formatNumber(fact.metricValue)} after ${formatNumber(fact.metricPreviousValue)} ${fact.metricUnit ?? ''}`,
              ],
            ]}
          />
          <ul>
            {(fact.evidence ?? []).map(({ id, sourceType, sourceId, excerpt }) => (
              <li key={id}>
                {sourceType !== null && sourceId !== null ? (
                  <button
                    type="button"
                    className={styles.link}
                    onClick={() => openSource(sourceType, sourceId, excerpt)}
                  >
                    {sentence(sourceType)}
                  </button>
                ) : (
                  <span className={styles.quiet}>Behaviour</span>
                )}{' '}
                <Text value={excerpt} />
              </li>
            ))}
          </ul>
        </div>
      )}
    </QueryView>
  )
}
