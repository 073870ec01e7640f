import type { MergeEvidence as Evidence } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { MergeSides } from './merge-sides.tsx'
import styles from './merges.module.css'

const kinds: Record<string, string> = {
  shared_domain: 'The same domain',
  same_name: 'The same name',
  shared_people: 'The same person at both',
  stated_together: 'Stated together',
  different_domains: 'Different domains',
  different_ids: 'Different ids of yours',
}

/** What is asked before one decides; the next suggestion's is fetched while one reads. */
export const evidenceQuery = (id: string) => ({
  queryKey: ['merge-evidence', id],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    await client.identity.getMergeEvidence(id, { signal }),
})

/** Both sides with the same rows aligned, and what speaks for and against, with the events that say so. */
export function MergeEvidence({ id, explanation }: { id: string; explanation: readonly string[] }) {
  const query = useQuery(evidenceQuery(id))
  return (
    <QueryView query={query}>
      {({ survivor, duplicate, evidence }) => (
        <>
          {survivor === null || duplicate === null ? (
            <p>They are one now: undo the merge to see both sides.</p>
          ) : (
            <MergeSides survivor={survivor} duplicate={duplicate} />
          )}
          <Section title="Evidence">
            <ul className={styles.evidence}>
              {evidence.map((one) => (
                <Piece key={`${one.kind} ${one.left} ${one.right}`} piece={one} />
              ))}
              {evidence.length === 0 &&
                explanation.map((text) => (
                  <li key={text}>
                    <Text value={text} />
                  </li>
                ))}
            </ul>
          </Section>
        </>
      )}
    </QueryView>
  )
}

function Piece({ piece }: { piece: Evidence['evidence'][number] }) {
  const { openEvent } = useOverlay()
  const { kind, speaks, left, right, eventIds } = piece
  return (
    <li>
      <Chip tone={speaks === 'for' ? 'good' : 'bad'}>{speaks === 'for' ? 'For' : 'Against'}</Chip>{' '}
      {kinds[kind] ?? kind}
      {left !== null && (
        <>
          : <Text value={left} />
        </>
      )}
      {right !== null && right !== left && (
        <>
          {' '}
          and <Text value={right} />
        </>
      )}
      {eventIds.slice(0, 5).map((eventId, at) => (
        <span key={eventId}>
          {' '}
          <button type="button" className={link.link} onClick={() => openEvent(eventId)}>
            {at === 0 ? 'The event' : `and ${at + 1}`}
          </button>
        </span>
      ))}
    </li>
  )
}
