import { Link, useNavigate } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { Button } from '../../parts/button.tsx'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Notice } from '../../parts/states/notice.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { Head } from '../../shell/head.tsx'
import { describeTrigger } from './automation-draft.ts'
import { RunChip } from './run-chip.tsx'
import { useAutomations } from './use-automations.ts'

/** What is done by itself: when, and how it went last. */
export function AutomationsPage() {
  const navigate = useNavigate()
  const query = useAutomations()
  return (
    <>
      <Head title="Automations" dataAt={query.dataUpdatedAt}>
        <Button
          kind="primary"
          data-key="n"
          onClick={() => void navigate({ to: '/automations/$id', params: { id: 'new' } })}
        >
          <Plus size={14} strokeWidth={1.5} aria-hidden="true" />
          New automation
        </Button>
      </Head>
      <QueryView query={query}>
        {(automations) =>
          automations.length === 0 ? (
            <Notice title="No automations yet">
              <p>
                When a{' '}
                <Link className={link.link} to="/signals">
                  signal
                </Link>{' '}
                notices something, or at a time of day, an{' '}
                <Link className={link.link} to="/agents">
                  agent
                </Link>{' '}
                writes about the customer, and your{' '}
                <Link className={link.link} to="/destinations">
                  destinations
                </Link>{' '}
                get it, once.
              </p>
            </Notice>
          ) : (
            <Table
              label="Automations"
              rows={automations}
              keyOf={({ id }) => id}
              columns={[
                {
                  title: 'Automation',
                  render: ({ id, name }) => (
                    <Link data-row to="/automations/$id" params={{ id }}>
                      <b>
                        <Text value={name} />
                      </b>
                    </Link>
                  ),
                },
                {
                  title: 'Is',
                  render: ({ enabled }) => (
                    <Chip tone={enabled ? 'good' : 'quiet'}>{enabled ? 'On' : 'Off'}</Chip>
                  ),
                },
                {
                  title: 'Acts on',
                  wide: true,
                  render: (automation) => <Text value={describeTrigger(automation)} />,
                },
                {
                  title: 'Last run',
                  render: ({ id, lastRunStatus }) =>
                    lastRunStatus === null ? (
                      'None yet'
                    ) : (
                      <Link to="/automations/$id" params={{ id }} search={{ tab: 'runs' }}>
                        <RunChip status={lastRunStatus} />
                      </Link>
                    ),
                },
                {
                  title: 'When',
                  right: true,
                  wide: true,
                  render: ({ lastRunAt }) => <Time at={lastRunAt} />,
                },
                {
                  title: 'Next',
                  right: true,
                  wide: true,
                  render: ({ nextRunAt }) => <Time at={nextRunAt} />,
                },
              ]}
            />
          )
        }
      </QueryView>
    </>
  )
}
