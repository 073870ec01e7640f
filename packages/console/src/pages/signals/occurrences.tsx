import type { SignalPreview } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'

/** The newest of what was found: at whom, and by which event. */
export function Occurrences({ found }: { found: SignalPreview }) {
  const { openEvent } = useOverlay()
  const { occurrences, occurrenceCount } = found
  if (occurrences.length === 0) return null
  const title =
    occurrences.length < occurrenceCount ? `The newest ${formatNumber(occurrences.length)}` : 'All of them'
  return (
    <Section title={title}>
      <Table
        label="Occurrences"
        rows={occurrences}
        keyOf={({ id }) => id}
        columns={[
          { title: 'When', render: ({ occurredAt }) => <Time at={occurredAt} /> },
          {
            title: 'Customer',
            render: ({ customer }) =>
              customer === null ? (
                '–'
              ) : (
                <Link className={link.link} to="/customers/$id" params={{ id: customer.id }}>
                  <Text value={customer.name ?? customer.domain ?? customer.id} />
                </Link>
              ),
          },
          {
            title: 'Shown by',
            render: ({ evidence: { eventId, eventName } }) =>
              eventId === null ? (
                'the clock'
              ) : (
                <button type="button" className={link.link} onClick={() => openEvent(eventId)}>
                  <Text value={eventName} fallback="an event" />
                </button>
              ),
          },
          {
            title: 'From',
            wide: true,
            render: ({ evidence: { eventChannel } }) =>
              eventChannel === null ? '–' : sentence(eventChannel),
          },
        ]}
      />
    </Section>
  )
}
