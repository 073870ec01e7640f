import type { AutomationRun } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { client } from '../../app/client.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Dot } from '../../parts/dot.tsx'
import { useCustomerName } from '../../parts/filters/customer-filter.ts'
import link from '../../parts/link.module.css'
import { Peek } from '../../parts/peek.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { counted } from '../../parts/words.ts'
import { DeliveryChip } from '../destinations/delivery-chip.tsx'
import { useDestinations } from '../destinations/use-destinations.ts'
import styles from './automations.module.css'
import { RunChip } from './run-chip.tsx'
import { goesOn } from './run-words.ts'

interface RunPeekProps {
  automationId: string
  /** Whose text it is; null while that isn’t known. */
  agentId: string | null
  runId: string
  onClose: () => void
}

/** One run, step by step: what happened, what was written, who took it. */
export function RunPeek({ automationId, agentId, runId, onClose }: RunPeekProps) {
  const query = useQuery({
    queryKey: ['automation-run', automationId, runId],
    queryFn: async ({ signal }): Promise<AutomationRun> =>
      (await client.automations.getRun(automationId, runId, { signal })).run,
    refetchInterval: ({ state }) => (state.data && goesOn.has(state.data.status) ? 2_000 : false),
  })
  return (
    <Peek label="A run" onClose={onClose}>
      <QueryView query={query} rows={5}>
        {(run) => (
          <>
            <h2>
              <RunChip status={run.status} />
            </h2>
            <ol className={styles.steps}>
              <Happened run={run} />
              <Step kind={run.status === 'SKIPPED' ? 'none' : 'good'} title="It was decided">
                <p>
                  <Time at={run.matchedAt} />
                </p>
                {run.skipReason !== null && (
                  <p>
                    Skipped: <Text value={run.skipReason} />
                  </p>
                )}
              </Step>
              <Wrote run={run} agentId={agentId} />
              <Sent run={run} automationId={automationId} />
            </ol>
            <p className={styles.note}>
              <code>{run.id}</code>
            </p>
          </>
        )}
      </QueryView>
    </Peek>
  )
}

function Happened({ run }: { run: AutomationRun }) {
  const { openEvent } = useOverlay()
  const { eventProcessedId, eventName, eventOccurredAt, occurrences, triggerType } = run
  const customers = [...new Set(occurrences.flatMap(({ customerId }) => customerId ?? []))]
  return (
    <Step kind="good" title={triggerType === 'SCHEDULE' ? 'Its time came' : 'A signal occurred'}>
      <p>
        <Time at={eventOccurredAt} />
        {eventProcessedId !== null && (
          <>
            {', '}
            <button type="button" className={link.link} onClick={() => openEvent(eventProcessedId)}>
              <Text value={eventName} fallback="the event" />
            </button>
          </>
        )}
      </p>
      {occurrences.length > 0 && <p>{counted(occurrences.length, 'occurrence', 'occurrences')}</p>}
      {customers.slice(0, 5).map((id) => (
        <p key={id}>
          <CustomerLink id={id} />
        </p>
      ))}
    </Step>
  )
}

function CustomerLink({ id }: { id: string }) {
  const name = useCustomerName(id)
  return (
    <Link className={link.link} to="/customers/$id" params={{ id }}>
      <Text value={name} />
    </Link>
  )
}

function Wrote({ run, agentId }: { run: AutomationRun; agentId: string | null }) {
  const { agentRunId, status, errorMessage, deliveries } = run
  if (status === 'SKIPPED' && agentRunId === null) return null
  const failed = status === 'FAILED' && deliveries.length === 0
  return (
    <Step
      kind={failed ? 'bad' : agentRunId === null ? 'none' : 'good'}
      title={agentRunId === null ? 'The agent has not written yet' : 'The agent wrote'}
    >
      {agentId !== null && agentRunId !== null && (
        <Link className={link.link} to="/agents/$id" params={{ id: agentId }} search={{ run: agentRunId }}>
          What it wrote
        </Link>
      )}
      {errorMessage !== null && (
        <p>
          <Text value={errorMessage} />
        </p>
      )}
    </Step>
  )
}

function Sent({ run, automationId }: { run: AutomationRun; automationId: string }) {
  const destinations = useDestinations()
  return run.deliveries.map((delivery) => {
    const { id, status, enqueueAttemptCount, errorMessage, updatedAt, destinationId } = delivery
    const name = destinations.data?.find((one) => one.id === destinationId)?.name
    const kind = status === 'ACCEPTED_BY_PROVIDER' ? 'good' : status === 'FAILED' ? 'bad' : 'none'
    return (
      <Step key={id} kind={kind} title={`To ${name ?? 'a destination'}`}>
        <p>
          <DeliveryChip status={status} tries={enqueueAttemptCount} /> <Time at={updatedAt} />
        </p>
        {errorMessage !== null && (
          <p>
            <Text value={errorMessage} />
          </p>
        )}
        <Link
          className={link.link}
          to="/destinations"
          search={{ tab: 'deliveries', automation: automationId, delivery: id }}
        >
          {counted(enqueueAttemptCount, 'attempt', 'attempts')}
        </Link>
      </Step>
    )
  })
}

function Step({
  kind,
  title,
  children,
}: {
  kind: 'good' | 'bad' | 'none'
  title: string
  children?: ReactNode
}) {
  return (
    <li>
      <Dot kind={kind} />
      <div>
        <b>
          <Text value={title} />
        </b>
        {children}
      </div>
    </li>
  )
}
