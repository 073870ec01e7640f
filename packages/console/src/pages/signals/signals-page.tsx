import type { Signal } from '@customer-intel/node-sdk'
import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { Head } from '../../shell/head.tsx'
import { describeSignal, type SignalDraft } from './signal-shapes.ts'
import styles from '../../parts/history/history.module.css'

/** Everything that is noticed, and what many want to notice. */
export function SignalsPage() {
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['signals'],
    queryFn: async ({ signal }) => {
      const [{ signals }, { catalog }] = await Promise.all([
        client.signals.list({ signal }),
        client.signals.options({ signal }),
      ])
      return { signals, catalog }
    },
  })
  return (
    <>
      <Head title="Signals" dataAt={query.dataUpdatedAt}>
        <Button
          kind="primary"
          data-key="n"
          onClick={() => void navigate({ to: '/signals/$id', params: { id: 'new' } })}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          New signal
        </Button>
      </Head>
      <QueryView query={query}>
        {({ signals, catalog }) => (
          <div className={styles.page}>
            {signals.length === 0 ? (
              <Notice title="No signals yet">
                <p>
                  A signal notices something in what your customers do. Try one on history before it is
                  switched on: begin with one of these, or with an event of yours.
                </p>
              </Notice>
            ) : (
              <Signals signals={signals} />
            )}
            <Section title="Common signals">
              <Table
                label="Catalogue"
                rows={catalog}
                keyOf={({ key }) => key}
                columns={[
                  { title: 'Notices', render: ({ label }) => label },
                  {
                    title: 'Begin',
                    right: true,
                    render: ({ key, label, materializedSignalId }) =>
                      materializedSignalId === null ? (
                        <Link
                          className={link.link}
                          to="/signals/$id"
                          params={{ id: 'new' }}
                          search={{ from: key }}
                          aria-label={`Try on history: ${label}`}
                        >
                          Try on history
                        </Link>
                      ) : (
                        <Link
                          className={link.link}
                          to="/signals/$id"
                          params={{ id: materializedSignalId }}
                          aria-label={`In use: ${label}`}
                        >
                          In use
                        </Link>
                      ),
                  },
                ]}
              />
            </Section>
          </div>
        )}
      </QueryView>
    </>
  )
}

function Signals({ signals }: { signals: readonly Signal[] }) {
  return (
    <Table
      label="Signals"
      rows={signals}
      keyOf={({ id }) => id}
      columns={[
        {
          title: 'Signal',
          render: ({ id, name }) => (
            <Link data-row to="/signals/$id" params={{ id }}>
              <b>
                <Text value={name} />
              </b>
            </Link>
          ),
        },
        {
          title: 'Notices',
          render: (signal) => <Text value={describeSignal(signal as SignalDraft)} />,
        },
        { title: 'Since', right: true, wide: true, render: ({ createdAt }) => <Time at={createdAt} /> },
        { title: 'Changed', right: true, wide: true, render: ({ updatedAt }) => <Time at={updatedAt} /> },
      ]}
    />
  )
}
