import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import { SaveFailed } from '../../parts/form/save-failed.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { Head } from '../../shell/head.tsx'
import styles from './agents.module.css'

/** Who writes about customers. An agent only reads; what it writes is sent by the automation that runs it. */
export function AgentsPage() {
  const navigate = useNavigate()
  const query = useQuery({
    queryKey: ['agents'],
    queryFn: async ({ signal }) => {
      const [{ agents }, { templates }] = await Promise.all([
        client.agents.list({ signal }),
        client.agents.listTemplates({ signal }),
      ])
      return { agents, templates }
    },
  })
  return (
    <>
      <Head title="Agents" dataAt={query.dataUpdatedAt}>
        <Button
          kind="primary"
          data-key="n"
          onClick={() => void navigate({ to: '/agents/$id', params: { id: 'new' } })}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          New agent
        </Button>
      </Head>
      <QueryView query={query}>
        {({ agents, templates }) => (
          <div className={styles.list}>
            {agents.length === 0 ? (
              <Notice title="No agents yet">
                <p>
                  An agent reads what is known of a customer and writes what stands behind it. It changes
                  nothing.
                </p>
              </Notice>
            ) : (
              <Table
                label="Agents"
                rows={agents}
                keyOf={({ id }) => id}
                columns={[
                  {
                    title: 'Agent',
                    render: ({ id, displayName }) => (
                      <Link data-row to="/agents/$id" params={{ id }}>
                        <b>
                          <Text value={displayName} />
                        </b>
                      </Link>
                    ),
                  },
                  {
                    title: 'Is',
                    render: ({ status }) => (
                      <Chip tone={status === 'ENABLED' ? 'good' : 'quiet'}>
                        {status === 'ENABLED' ? 'On' : 'Off'}
                      </Chip>
                    ),
                  },
                  {
                    title: 'Last run',
                    right: true,
                    render: ({ schedule }) => <Time at={schedule.lastRunAt} />,
                  },
                  {
                    title: 'Next',
                    right: true,
                    wide: true,
                    render: ({ schedule }) => <Time at={schedule.nextRunAt} />,
                  },
                ]}
              />
            )}
            <Templates templates={templates} />
          </div>
        )}
      </QueryView>
    </>
  )
}

function Templates({
  templates,
}: {
  templates: readonly { key: string; name: string; description: string }[]
}) {
  const may = useMay('agents:write')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const work = useMutation({
    mutationFn: async (key: string) =>
      (await client.agents.create({ type: 'template', templateKey: key as 'churn' })).agent,
    onSuccess: async ({ id }) => {
      await navigate({ to: '/agents/$id', params: { id } })
      await queryClient.invalidateQueries({ queryKey: ['agents'] })
    },
  })
  return (
    <Section title="Ready-made">
      <SaveFailed error={work.error} />
      <ul className={styles.templates}>
        {templates.map(({ key, name, description }) => (
          <li key={key}>
            <b>{name}</b>
            <p>{description}</p>
            <Button
              disabled={!may || work.isPending}
              title={may ? undefined : 'Your role doesn’t include agents. An editor can make one.'}
              onClick={() => work.mutate(key)}
            >
              Make {name}
            </Button>
          </li>
        ))}
      </ul>
    </Section>
  )
}
