import type { EventExplanation } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../app/client.ts'
import { Chip, type Tone } from '../parts/chip.tsx'
import { Definitions } from '../parts/definitions.tsx'
import { Drawer } from '../parts/drawer/drawer.tsx'
import { formatNumber } from '../parts/format-number.ts'
import { Json } from '../parts/json.tsx'
import link from '../parts/link.module.css'
import { QueryView } from '../parts/query-view.tsx'
import { Section } from '../parts/section.tsx'
import { Text } from '../parts/text.tsx'
import { Time } from '../parts/time.tsx'
import { counted, sentence } from '../parts/words.ts'
import styles from './event-drawer.module.css'

const tones: Record<EventExplanation['status'], Tone> = {
  accepted: 'good',
  duplicate: 'quiet',
  rejected: 'bad',
  waiting: 'accent',
  quarantined: 'warn',
  unknown: 'quiet',
}
const vias: Record<string, string> = {
  email: 'its e-mail address',
  userId: 'your id of them',
  device: 'the device it came from',
  customerId: 'the customer’s id in the event',
  contactCustomerId: 'the customer’s id that was stated for the person',
  emailDomain: 'the domain of the person’s address',
  person: 'the person alone',
}

/** What happened to one event, why, and whom it belongs to. */
export function EventDrawer({ uuid, onClose }: { uuid: string; onClose: () => void }) {
  const query = useQuery({
    queryKey: ['event', uuid],
    queryFn: async ({ signal }) => await client.identity.explainEvent(uuid, { signal }),
  })
  return (
    <Drawer title={nameOf(query.data)} onClose={onClose}>
      <QueryView query={query}>{(found) => <Explained found={found} />}</QueryView>
    </Drawer>
  )
}

/** What it is called: in the answers, else where it was rejected. */
function nameOf(found: EventExplanation | undefined): string {
  if (found === undefined) return 'An event'
  return (
    found.event?.eventName ??
    found.rejections.at(-1)?.eventName ??
    { rejected: 'A rejected event', unknown: 'An unknown event' }[found.status as string] ??
    'An event'
  )
}

function Explained({ found }: { found: EventExplanation }) {
  const { event, contact, customer, arrivals, rejections, links, occurrences, crowdedKeys } = found
  return (
    <>
      <p className={styles.reason}>
        <Chip tone={tones[found.status]}>{sentence(found.status)}</Chip> <Text value={found.reason} />
      </p>
      <Definitions
        items={[
          ['Event', <code key="uuid">{found.uuid}</code>],
          ['Type', event ? sentence(event.eventType) : undefined],
          ['Happened', event ? <Time key="happened" at={event.occurredAt} /> : undefined],
          ['Received', event ? <Time key="received" at={event.receivedAt} /> : undefined],
          ['Sent by', event ? sentence(event.source) : undefined],
        ]}
      />
      <Section title="Whose it is">
        <Definitions
          items={[
            [
              'Person',
              contact ? (
                <span key="person">
                  <Link className={link.link} to="/people/$id" params={{ id: contact.userId }}>
                    <Text value={contact.name ?? contact.email ?? contact.userId} />
                  </Link>
                  , by {vias[contact.via]}
                </span>
              ) : (
                'Nobody is identified'
              ),
            ],
            [
              'Linked by',
              contact ? <EventLink key="cause" uuid={contact.cause} of={found.uuid} /> : undefined,
            ],
            [
              'Customer',
              customer ? (
                <span key="customer">
                  <Link className={link.link} to="/customers/$id" params={{ id: customer.customerId }}>
                    <Text value={customer.name ?? customer.domain ?? customer.customerId} />
                  </Link>
                  , by {vias[customer.via]}
                </span>
              ) : (
                'None is known'
              ),
            ],
          ]}
        />
      </Section>
      <Section title="How it came">
        <ul className={styles.list}>
          {arrivals.map(({ receivedAt, source, index }, at) => (
            <li key={at}>
              Accepted <Time at={receivedAt} />, from {source}, as events[{index}] of its batch
            </li>
          ))}
          {rejections.map(({ at, index, reason, remedy }, position) => (
            <li key={`r${position}`}>
              <span className={styles.bad}>
                Rejected <Time at={at} />, as events[{index}] of its batch
              </span>
              {/* The last one’s reason stands at the top. */}
              {!found.reason.endsWith(reason) && (
                <>
                  : <Text value={reason} />
                </>
              )}
              {remedy !== undefined && (
                <p>
                  <Text value={remedy} />
                </p>
              )}
            </li>
          ))}
          {arrivals.length + rejections.length === 0 && (
            <li>
              {found.searched.whole
                ? event === null
                  ? 'Nothing with this id is in the log.'
                  : 'Not as an event of its own: a record brought it.'
                : 'Not in the part of the log that was searched.'}
            </li>
          )}
        </ul>
        {!found.searched.whole && (
          <p className={styles.quiet}>
            The last {formatNumber(Math.round(found.searched.bytes / 1_000_000))} MB of the log were searched.
          </p>
        )}
      </Section>
      {links.length > 0 && (
        <Section title="Keys that are linked with the person’s">
          <ul className={styles.list}>
            {links.map(({ left, right, status, cause, firstAt }, at) => (
              <li key={at}>
                <Text value={left} /> and <Text value={right} />, {status} since <Time at={firstAt} />, by{' '}
                <EventLink uuid={cause} of={found.uuid} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      {crowdedKeys.length > 0 && (
        <Section title="Keys that link it to nobody">
          <ul className={styles.list}>
            {crowdedKeys.map(({ key, limit }) => (
              <li key={key}>
                <Text value={key} /> reached the limit {limit}
              </li>
            ))}
          </ul>
        </Section>
      )}
      {occurrences.length > 0 && (
        <Section
          title={`Signals that it counts for: ${counted(occurrences.length, 'occurrence', 'occurrences')}`}
        >
          <ul className={styles.list}>
            {occurrences.map(({ id, signalId, occurredAt }) => (
              <li key={id}>
                <SignalLink id={signalId} />, <Time at={occurredAt} />
              </li>
            ))}
          </ul>
        </Section>
      )}
      <Section title="As JSON">
        <Json value={found} label="The explanation as JSON" />
      </Section>
    </>
  )
}

function SignalLink({ id }: { id: string }) {
  const { data } = useQuery({
    queryKey: ['signal', id],
    queryFn: async ({ signal }) => (await client.signals.get(id, { signal })).signal,
  })
  return (
    <Link className={link.link} to="/signals/$id" params={{ id }}>
      <Text value={data?.name ?? id} />
    </Link>
  )
}

function EventLink({ uuid, of }: { uuid: string; of: string }) {
  if (uuid === of) return <>this event</>
  return (
    <Link
      className={link.link}
      to="."
      search={(before: Record<string, unknown>) => ({ ...before, event: uuid })}
    >
      another event
    </Link>
  )
}
