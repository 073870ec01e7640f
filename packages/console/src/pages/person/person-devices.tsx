import type { IdentityKey, UserProfile } from '@customer-intel/node-sdk'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { formatNumber } from '../../parts/format-number.ts'
import link from '../../parts/link.module.css'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { StatedTogether } from '../merges/made-one.tsx'
import { keyWords } from '../../parts/words.ts'

/** The devices and keys by which a person is known, each with the event that stated it first. */
export function PersonDevices({ person, keys }: { person: UserProfile; keys: readonly IdentityKey[] }) {
  const { openEvent } = useOverlay()
  const personKey = person.email ?? (person.externalUserId === null ? null : `user:${person.externalUserId}`)
  return (
    <>
      <Table
        label="Devices and keys"
        rows={keys}
        keyOf={({ kind, value }) => `${kind} ${value}`}
        columns={[
          { title: 'Key', render: ({ kind }) => keyWords(kind) },
          {
            title: 'Value',
            render: ({ value }) => (
              <code>
                <Text value={value} />
              </code>
            ),
          },
          { title: 'Events', right: true, render: ({ events }) => formatNumber(events) },
          { title: 'First', right: true, wide: true, render: ({ firstSeenAt }) => <Time at={firstSeenAt} /> },
          { title: 'Last', right: true, render: ({ lastSeenAt }) => <Time at={lastSeenAt} /> },
          {
            title: 'Linked by',
            render: ({ eventId }) =>
              eventId === null ? (
                'A record'
              ) : (
                <button type="button" className={link.link} onClick={() => openEvent(eventId)}>
                  Explain
                </button>
              ),
          },
        ]}
      />
      {personKey !== null && <StatedTogether personKey={personKey} />}
    </>
  )
}
