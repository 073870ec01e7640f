import type { AutomationPreview, CreateAutomationBody } from '@customer-intel/node-sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { client } from '../../app/client.ts'
import { useZone } from '../../app/workspace-settings.ts'
import { dayKey } from '../../parts/format-time.ts'
import { formatNumber } from '../../parts/format-number.ts'
import { HistoryChart } from '../../parts/history/history-chart.tsx'
import type { History } from '../../parts/history/history-days.ts'
import styles from '../../parts/history/history.module.css'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Skeleton } from '../../parts/states/skeleton.tsx'
import { Stats } from '../../parts/stats.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import type { AutomationDraft } from './automation-draft.ts'

const pauseMs = 400
const dayMs = 86_400_000

/** What a definition would have done; asked as soon as it names what makes it act, and an agent. */
export function useAutomationHistory(draft: AutomationDraft, days: number) {
  // Its name is no part of what it would have done.
  const written = JSON.stringify({ ...draft, name: 'Tried', enabled: false })
  const [asked, setAsked] = useState(written)
  useEffect(() => {
    if (written === asked) return
    const timer = setTimeout(() => setAsked(written), pauseMs)
    return () => clearTimeout(timer)
  }, [written, asked])
  const isBlank =
    typeof draft.agentId !== 'string' ||
    (draft.triggerType !== 'SCHEDULE' && Array.isArray(draft.signalIds) && draft.signalIds.length === 0)
  const query = useQuery({
    queryKey: ['automation-preview', asked, days],
    enabled: !isBlank,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }) =>
      await client.automations.preview(
        { automation: JSON.parse(asked) as CreateAutomationBody, days },
        { signal },
      ),
  })
  return { query, isBlank, isBehind: written !== asked || query.isFetching }
}

interface AutomationHistoryProps {
  history: ReturnType<typeof useAutomationHistory>
  days: number
}

/** The runs that would have been, and what would have held others back. */
export function AutomationHistory({ history, days }: AutomationHistoryProps) {
  const { query, isBlank, isBehind } = history
  const { data, error } = query
  if (isBlank)
    return (
      <Notice title="Choose what makes it act, and an agent">
        <p>Then you see which runs there would have been, for whom, and what would have been skipped.</p>
      </Notice>
    )
  return (
    <>
      {error !== null && (
        <Notice title="Not tried yet" role="alert">
          <p>{error.message}</p>
        </Notice>
      )}
      {data === undefined && error === null && <Skeleton rows={8} />}
      {data !== undefined && (
        <div className={styles.history} data-behind={isBehind || error !== null} aria-busy={isBehind}>
          <WouldHave preview={data} days={days} />
        </div>
      )}
    </>
  )
}

function WouldHave({ preview, days }: { preview: AutomationPreview; days: number }) {
  const zone = useZone()
  const { runs, runCount, occurrenceCount, leftOut, truncated } = preview
  const found = useMemo(() => historyOf(preview, days, zone), [preview, days, zone])
  const skipped = leftOut.reduce((sum, { count }) => sum + count, 0)
  return (
    <>
      <Stats
        items={[
          {
            title: 'Runs',
            value: `${truncated ? 'at least ' : ''}${formatNumber(runCount)}`,
            note: `in ${formatNumber(days)} days`,
          },
          { title: 'Occurrences', value: formatNumber(occurrenceCount), note: 'of its signals' },
          {
            title: 'Skipped',
            value: formatNumber(skipped),
            note: leftOut.map(({ reason, count }) => `${sentence(reason)} ${formatNumber(count)}`).join(', '),
          },
        ]}
      />
      <div className={styles.pad}>
        <HistoryChart found={found} title="Runs that would have been, day by day" />
      </div>
      {runs.length > 0 && (
        <Section title={runs.length < runCount ? `The newest ${formatNumber(runs.length)} runs` : 'Its runs'}>
          <Table
            label="Runs that would have been"
            rows={runs.slice(0, 200).map((run, at) => ({ ...run, key: String(at) }))}
            keyOf={({ key }) => key}
            columns={[
              { title: 'When', render: ({ occurredAt }) => <Time at={occurredAt} /> },
              {
                title: 'Customer',
                render: ({ customers: [first, ...more] }) =>
                  first === undefined ? (
                    '–'
                  ) : (
                    <>
                      <Link className={link.link} to="/customers/$id" params={{ id: first.id }}>
                        <Text value={first.name ?? first.domain ?? first.id} />
                      </Link>
                      {more.length > 0 && ` and ${formatNumber(more.length)} more`}
                    </>
                  ),
              },
              {
                title: 'Occurrences',
                right: true,
                render: ({ occurrenceIds }) => formatNumber(occurrenceIds.length),
              },
            ]}
          />
        </Section>
      )}
    </>
  )
}

/** The runs by their days, in the workspace’s zone. */
function historyOf({ runs, runCount }: AutomationPreview, days: number, timezone: string): History {
  const now = Date.now()
  const byDay = new Map<string, number>()
  for (const { occurredAt } of runs.toReversed()) {
    const day = dayKey(Date.parse(occurredAt), timezone)
    byDay.set(day, (byDay.get(day) ?? 0) + 1)
  }
  return {
    from: new Date(now - days * dayMs).toISOString(),
    to: new Date(now).toISOString(),
    timezone,
    occurrenceCount: runCount,
    byDay: [...byDay].map(([day, occurrences]) => ({ day, occurrences, customers: occurrences })),
  }
}
