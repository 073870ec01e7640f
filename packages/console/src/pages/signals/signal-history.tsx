import type { PreviewSignalBody, SignalPreview } from '@customer-intel/node-sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../app/client.ts'
import { formatNumber } from '../../parts/format-number.ts'
import { type DraftIssue, issuesOf } from '../../parts/form/form.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Stats } from '../../parts/stats.tsx'
import { HistoryChart } from '../../parts/history/history-chart.tsx'
import { Occurrences } from './occurrences.tsx'
import { isBlank, type SignalDraft } from './signal-shapes.ts'
import styles from '../../parts/history/history.module.css'

/** How long somebody pauses before what they wrote is tried. */
const pauseMs = 300

/** What a definition would have found: asked anew as it is written, the question before cancelled. */
export function useSignalHistory(draft: SignalDraft, days: number) {
  const { kind, definition } = draft
  const written = JSON.stringify({ kind, definition })
  const [asked, setAsked] = useState(written)
  useEffect(() => {
    if (written === asked) return
    const timer = setTimeout(() => setAsked(written), pauseMs)
    return () => clearTimeout(timer)
  }, [written, asked])
  const query = useQuery({
    queryKey: ['signal-preview', asked, days],
    enabled: !isBlank(draft),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      await client.signals.preview(
        { signal: JSON.parse(asked) as PreviewSignalBody['signal'], days },
        { signal },
      ),
  })
  return { query, isBehind: written !== asked || query.isFetching }
}

interface SignalHistoryProps {
  history: ReturnType<typeof useSignalHistory>
  isBlank: boolean
  days: number
}

/** The chart, the counts and the newest occurrences; dimmed while it is asked anew, kept while what is written is wrong. */
export function SignalHistory({ history: { query, isBehind }, isBlank: nothing, days }: SignalHistoryProps) {
  const { data, error } = query
  if (nothing)
    return (
      <Notice title="Name an event">
        <p>Then you see on which days, and at whom, the signal would have found it.</p>
      </Notice>
    )
  const issues = issuesOf(error)
  return (
    <>
      {issues.length > 0 && <ToMend issues={issues} />}
      {error !== null && issues.length === 0 && <Failed error={error} onRetry={() => void query.refetch()} />}
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data !== undefined && (
        <div className={styles.history} data-behind={isBehind || error !== null} aria-busy={isBehind}>
          <Found found={data} days={days} />
        </div>
      )}
    </>
  )
}

function ToMend({ issues }: { issues: readonly DraftIssue[] }) {
  return (
    <Notice title="Not tried yet: something has to be mended" role="alert">
      <ul>
        {issues.map(({ path, message }) => (
          <li key={path.join('.')}>
            <code>{path.filter((key) => key !== 'signal').join('.')}</code>: {message}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Found({ found, days }: { found: SignalPreview; days: number }) {
  const { occurrenceCount, customerCount, byDay, truncated } = found
  const atLeast = truncated ? 'at least ' : ''
  return (
    <>
      <Stats
        items={[
          {
            title: 'It would have found',
            value: `${atLeast}${formatNumber(occurrenceCount)}`,
            note: `in ${formatNumber(days)} days`,
          },
          {
            title: 'At customers',
            value: `${atLeast}${formatNumber(customerCount)}`,
            note: occurrenceCount > 0 && customerCount === 0 ? 'it is about none' : 'different ones',
          },
          {
            title: 'A week',
            value: formatNumber(Math.round((occurrenceCount / days) * 70) / 10),
            note: 'on average',
          },
          { title: 'Days with any', value: formatNumber(byDay.length), note: `of ${formatNumber(days)}` },
        ]}
      />
      {truncated && (
        <p className={styles.pad}>
          There were more than 10,000: the earliest of them are looked at, and the numbers are the least.
        </p>
      )}
      <div className={styles.pad}>
        <HistoryChart found={found} title="What would have been found, day by day" />
      </div>
      {occurrenceCount === 0 && (
        <p className={styles.pad}>
          Nothing in this time. Look further back, ask for less, or compare the names letter by letter.
        </p>
      )}
      <Occurrences found={found} />
    </>
  )
}
