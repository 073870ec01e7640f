import type { AutomationRun } from '@customer-intel/node-sdk'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback, useEffect, useMemo } from 'react'
import { client } from '../../app/client.ts'
import { useCustomerNames } from '../../app/customer-names.ts'
import { formatNumber } from '../../parts/format-number.ts'
import type { Column } from '../../parts/grid/column.ts'
import page from '../../parts/grid/list-page.module.css'
import { ListView } from '../../parts/grid/list-view.tsx'
import { usePages } from '../../parts/grid/use-pages.ts'
import beside from '../../parts/peek.module.css'
import link from '../../parts/link.module.css'
import { Notice } from '../../parts/states/notice.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { RunChip } from './run-chip.tsx'
import { RunPeek } from './run-peek.tsx'

const pollMs = 2_000

/** What an automation did, newest first; a run opens beside the list, step by step. */
export function AutomationRuns({ id, agentId }: { id: string; agentId: string | null }) {
  const { run } = useSearch({ from: '/automations/$id' })
  const navigate = useNavigate({ from: '/automations/$id' })
  const pages = usePages<AutomationRun>(['automation-runs', id], async (cursor, signal) => {
    const { runs, pagination } = await client.automations.listRuns(id, { cursor, limit: 100 }, { signal })
    return { items: runs, pagination }
  })
  const { refetch } = pages.query
  useEffect(() => {
    const timer = setInterval(() => document.hidden || void refetch(), pollMs)
    return () => clearInterval(timer)
  }, [refetch])
  const columns = useColumns(pages.rows)
  const open = useCallback(
    (next: string | undefined) =>
      void navigate({ search: (before) => ({ ...before, run: next }), replace: true }),
    [navigate],
  )
  return (
    <div className={page.part}>
      <div className={beside.beside}>
        <ListView
          pages={pages}
          label="Runs"
          columns={columns}
          keyOf={idOf}
          filtered={false}
          onClear={() => undefined}
          empty={
            <Notice title="No runs yet">
              <p>It acts on what happens from the moment on at which it was switched on or changed.</p>
            </Notice>
          }
          onOpen={({ id: next }) => open(next)}
          onPeek={({ id: next }) => open(next)}
          peeking={run !== undefined}
        />
        {run !== undefined && (
          <RunPeek
            key={run}
            automationId={id}
            agentId={agentId}
            runId={run}
            onClose={() => open(undefined)}
          />
        )}
      </div>
    </div>
  )
}

const idOf = ({ id }: AutomationRun) => id
const customersOf = ({ occurrences }: AutomationRun) => [
  ...new Set(occurrences.flatMap(({ customerId }) => customerId ?? [])),
]

/** The columns, with the customers whom a run is about by name. */
function useColumns(runs: readonly AutomationRun[]): readonly Column<AutomationRun>[] {
  const names = useCustomerNames(runs.flatMap((run) => customersOf(run).slice(0, 1)))
  return useMemo(
    () => [
      ...fixed.slice(0, 2),
      {
        id: 'customer',
        title: 'About',
        width: 'minmax(120px, 1fr)',
        narrow: true,
        render: (run) => {
          const [first, ...more] = customersOf(run)
          if (first === undefined) return '–'
          return (
            <>
              <Link
                className={link.link}
                to="/customers/$id"
                params={{ id: first }}
                onClick={(event) => event.stopPropagation()}
              >
                <Text value={names.get(first)} fallback="A customer" />
              </Link>
              {more.length > 0 && ` and ${more.length} more`}
            </>
          )
        },
      },
      ...fixed.slice(2),
    ],
    [names],
  )
}

const fixed: readonly Column<AutomationRun>[] = [
  {
    id: 'when',
    title: 'Decided',
    width: '108px',
    narrow: true,
    render: ({ matchedAt }) => <Time at={matchedAt} />,
  },
  {
    id: 'status',
    title: 'Status',
    width: '140px',
    narrow: true,
    render: ({ status }) => <RunChip status={status} />,
  },
  {
    id: 'why',
    title: 'On',
    width: 'minmax(160px, 2fr)',
    narrow: true,
    render: ({ eventName, skipReason, errorMessage, triggerType }) => (
      <Text
        value={errorMessage ?? skipReason ?? eventName ?? (triggerType === 'SCHEDULE' ? 'The clock' : null)}
      />
    ),
  },
  {
    id: 'to',
    title: 'Took it',
    width: '88px',
    right: true,
    render: ({ acceptedDestinationCount, destinationCount }) =>
      `${formatNumber(acceptedDestinationCount)} of ${formatNumber(destinationCount)}`,
  },
]
