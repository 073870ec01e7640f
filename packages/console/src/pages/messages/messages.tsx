import type { Automation } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ask } from '../../app/ask.ts'
import { oneOf } from '../../app/search-text.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import { RunChip } from '../automations/run-chip.tsx'
import { deliveryStatuses } from '../destinations/destinations-search.ts'
import { DeliveryChip } from '../destinations/delivery-chip.tsx'
import { findMessages, type MessageLine } from './customer-messages.ts'
import styles from './messages.module.css'

/**
 * What was sent about a customer, and what came of it; what was held back, and why; which automations had nothing to do with
 * them. Of a person: what their own events led to is marked.
 */
export function Messages({ customerId, personId }: { customerId: string; personId?: string }) {
  const query = useQuery({
    queryKey: ['messages', customerId, personId],
    refetchInterval: 30_000,
    queryFn: async ({ signal }) => {
      const found = await findMessages(customerId, signal)
      return { ...found, own: await eventsOf(personId, found.lines, signal) }
    },
  })
  return (
    <div className={styles.messages}>
      <QueryView query={query}>
        {({ lines, others, own }) => (
          <>
            {personId !== undefined && (
              <p className={styles.note}>
                Messages go to your destinations and are about a customer: these are about this person’s. “By
                this person” marks what their own events led to.
              </p>
            )}
            {lines.length === 0 ? (
              <p className={styles.note}>Nothing was sent about this customer, and nothing was held back.</p>
            ) : (
              <Table
                label="Messages"
                rows={lines}
                keyOf={({ id }) => id}
                columns={[
                  { title: 'When', render: ({ at }) => <Time at={at} /> },
                  { title: 'Outcome', render: (line) => <Outcome line={line} /> },
                  {
                    title: 'Message',
                    render: (line) => (
                      <>
                        <Message line={line} />
                        {line.eventId !== null && own.has(line.eventId) && ' · by this person'}
                      </>
                    ),
                  },
                  { title: 'Why', wraps: true, render: (line) => <Why line={line} /> },
                  {
                    title: 'Automation',
                    wide: true,
                    render: ({ automation }) => <By automation={automation} />,
                  },
                ]}
              />
            )}
            {others.length > 0 && (
              <Section title="Automations that had nothing to do here">
                <ul className={styles.others}>
                  {others.map((automation) => (
                    <li key={automation.id}>
                      <By automation={automation} />{' '}
                      {automation.enabled
                        ? 'is on, and what it waits for did not happen at this customer since it was switched on or changed.'
                        : 'is switched off.'}
                    </li>
                  ))}
                </ul>
              </Section>
            )}
          </>
        )}
      </QueryView>
    </div>
  )
}

function Outcome({ line: { delivery, skipped } }: { line: MessageLine }) {
  if (delivery) return <DeliveryChip status={delivery.status} tries={delivery.tries} />
  return skipped ? (
    <Chip tone="warn">Held back: {sentence(skipped.reason)}</Chip>
  ) : (
    <RunChip status="FAILED" />
  )
}

/** Leads to the attempts, the event, or the run. */
function Message({ line: { delivery, skipped, failed, automation } }: { line: MessageLine }) {
  const { openEvent } = useOverlay()
  if (delivery)
    return (
      <Link
        className={link.link}
        to="/destinations"
        search={{
          tab: 'deliveries',
          status: oneOf(deliveryStatuses, delivery.status),
          delivery: delivery.id,
        }}
      >
        <Text value={delivery.title} />
      </Link>
    )
  if (failed && automation)
    return (
      <Link
        className={link.link}
        to="/automations/$id"
        params={{ id: automation.id }}
        search={{ tab: 'runs', run: failed.id }}
      >
        Not written
      </Link>
    )
  if (!skipped || skipped.eventId === null) return <>None</>
  const { eventId } = skipped
  return (
    <>
      None, on{' '}
      <button type="button" className={link.link} onClick={() => openEvent(eventId)}>
        <Text value={skipped.eventName} fallback="an event" />
      </button>
    </>
  )
}

function Why({ line: { delivery, skipped, failed } }: { line: MessageLine }) {
  if (delivery?.status === 'ENQUEUED' && delivery.nextAttemptAt !== null)
    return (
      <>
        <Text value={delivery.errorMessage} fallback="Not sent yet" />, next{' '}
        <Time at={delivery.nextAttemptAt} />
      </>
    )
  return <Text value={delivery?.errorMessage ?? skipped?.explanation ?? failed?.errorMessage} />
}

function By({ automation }: { automation: Automation | undefined }) {
  if (!automation) return <>A person or a program</>
  return (
    <Link className={link.link} to="/automations/$id" params={{ id: automation.id }}>
      <Text value={automation.name} />
    </Link>
  )
}

/** Which of the events that led to something are a person's own. */
async function eventsOf(
  personId: string | undefined,
  lines: readonly MessageLine[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const ids = [...new Set(lines.flatMap(({ eventId }) => eventId ?? []))]
  if (personId === undefined || ids.length === 0) return new Set()
  const list = ids.map((id) => `'${id.replaceAll("'", "''")}'`).join(', ')
  const { rows } = await ask<{ event_id: string }>(
    `select event_id from activity where user_id = $1 and event_id in (${list})`,
    [personId],
    { signal },
  )
  return new Set(rows.map(({ event_id: id }) => id))
}
