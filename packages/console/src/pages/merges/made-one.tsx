import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { useOverlay } from '../../overlays/use-overlay.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import styles from './merges.module.css'

function useDecision() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: async ({ left, right, isOne }: { left: string; right: string; isOne: boolean }) =>
      await (isOne ? client.identity.join({ left, right }) : client.identity.separate({ left, right })),
    onSuccess: async () => await queryClient.invalidateQueries(),
  })
}

const linksQuery = (key: string) => ({
  queryKey: ['identity-links', key],
  queryFn: async ({ signal }: { signal: AbortSignal }) =>
    await client.identity.listLinks({ key }, { signal }),
})

/** With which others a customer was made one, to be taken back; and the way to another one. */
export function MadeOne({ customerId }: { customerId: string }) {
  const may = useMay('identity:write')
  const query = useQuery(linksQuery(customerId))
  const work = useDecision()
  return (
    <div className={styles.joined}>
      <Section
        title="Customers that were made one with it"
        aside={
          <Link className={link.link} to="/merges/join" search={{ left: customerId }}>
            Make it one with another
          </Link>
        }
      >
        <QueryView query={query} rows={1}>
          {({ merges }) =>
            merges.length === 0 ? (
              <p>None so far.</p>
            ) : (
              <Table
                label="Customers that were made one"
                rows={merges}
                keyOf={({ duplicate, survivor }) => `${duplicate} ${survivor}`}
                columns={[
                  { title: 'Was', render: ({ duplicate }) => <code>{duplicate}</code> },
                  { title: 'Is now', render: ({ survivor }) => <code>{survivor}</code> },
                  { title: 'Since', render: ({ decidedAt }) => <Time at={decidedAt} /> },
                  { title: 'By', wide: true, render: ({ cause }) => <Text value={cause} /> },
                  {
                    title: 'Take back',
                    render: ({ duplicate: left, survivor: right }) => (
                      <ConfirmButton
                        question="Make them two again?"
                        disabled={!may || work.isPending}
                        onConfirm={() => work.mutate({ left, right, isOne: false })}
                      >
                        Separate
                      </ConfirmButton>
                    ),
                  },
                ]}
              />
            )
          }
        </QueryView>
        {work.error && <Failed error={work.error} />}
      </Section>
    </div>
  )
}

const decidable = /^(?:email|user):/

/** Which keys something stated together with a person’s, by which event, and whether they count as one: both can be decided. */
export function StatedTogether({ personKey }: { personKey: string }) {
  const may = useMay('identity:write')
  const { openEvent } = useOverlay()
  const query = useQuery(linksQuery(personKey))
  const work = useDecision()
  return (
    <div className={styles.joined}>
      <Section title="Keys that were stated together">
        <QueryView query={query} rows={2}>
          {({ links }) =>
            links.length === 0 ? (
              <p>None: nothing named two keys of this person at once.</p>
            ) : (
              <Table
                label="Keys that were stated together"
                rows={links}
                keyOf={({ left, right, cause }) => `${left} ${right} ${cause}`}
                columns={[
                  { title: 'One', render: ({ left }) => <Text value={left} /> },
                  { title: 'The other', render: ({ right }) => <Text value={right} /> },
                  { title: 'Counts', render: ({ status }) => sentence(status) },
                  {
                    title: 'Stated',
                    wide: true,
                    render: ({ cause, firstAt }) => (
                      <>
                        <Time at={firstAt} />{' '}
                        <button type="button" className={link.link} onClick={() => openEvent(cause)}>
                          Explain
                        </button>
                      </>
                    ),
                  },
                  {
                    title: 'Decide',
                    render: ({ left, right, status }) =>
                      !decidable.test(left) || !decidable.test(right) ? (
                        '–'
                      ) : status === 'applied' ? (
                        <ConfirmButton
                          question="Not one person?"
                          disabled={!may || work.isPending}
                          onConfirm={() => work.mutate({ left, right, isOne: false })}
                        >
                          Separate
                        </ConfirmButton>
                      ) : (
                        <Button
                          kind="plain"
                          disabled={!may || work.isPending}
                          onClick={() => work.mutate({ left, right, isOne: true })}
                        >
                          Make one
                        </Button>
                      ),
                  },
                ]}
              />
            )
          }
        </QueryView>
        {work.error && <Failed error={work.error} />}
      </Section>
    </div>
  )
}
