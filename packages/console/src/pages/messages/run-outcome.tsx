import type { TimelineEvent } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import link from '../../parts/link.module.css'
import { Text } from '../../parts/text.tsx'
import { RunChip } from '../automations/run-chip.tsx'
import { goesOn } from '../automations/run-words.ts'

/** How a run that stands in a timeline ended, and why it failed; leads to its steps. */
export function RunOutcome({ event: { metadata } }: { event: TimelineEvent }) {
  const { automationId, automationRunId: runId } = metadata
  if (typeof automationId !== 'string' || typeof runId !== 'string') return null
  return <Outcome automationId={automationId} runId={runId} />
}

function Outcome({ automationId, runId }: { automationId: string; runId: string }) {
  const { data: run } = useQuery({
    queryKey: ['automation-run', automationId, runId],
    queryFn: async ({ signal }) => (await client.automations.getRun(automationId, runId, { signal })).run,
    refetchInterval: ({ state }) => (state.data && goesOn.has(state.data.status) ? 5_000 : false),
  })
  const failed = run?.deliveries.find(({ status }) => status !== 'ACCEPTED_BY_PROVIDER')
  return (
    <>
      {run && <RunChip status={run.status} />}{' '}
      <Text value={run?.errorMessage ?? run?.skipReason ?? failed?.errorMessage} fallback="" />{' '}
      <Link
        className={link.link}
        to="/automations/$id"
        params={{ id: automationId }}
        search={{ tab: 'runs', run: runId }}
      >
        Step by step
      </Link>
    </>
  )
}
