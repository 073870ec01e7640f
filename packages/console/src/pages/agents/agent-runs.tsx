import type { AgentDetail } from '@customer-intel/node-sdk'
import { Link } from '@tanstack/react-router'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { agentRunTones, agentRunWords } from './agent-run-words.ts'
import styles from './agents.module.css'

/** Which automations run an agent, and its newest runs. */
export function AgentRuns({ agent, onOpen }: { agent: AgentDetail; onOpen: (run: string) => void }) {
  const { automations, recentRuns } = agent
  return (
    <>
      <Section title="Run by">
        {automations.length === 0 ? (
          <p className={styles.note}>
            No automation yet: what it writes stays here, until one sends it somewhere.
          </p>
        ) : (
          <ul>
            {automations.map(({ id, name, enabled, conditionLabel }) => (
              <li key={id}>
                <Link className={link.link} to="/automations/$id" params={{ id }}>
                  <Text value={name} />
                </Link>{' '}
                <span className={styles.note}>
                  <Text value={conditionLabel} />
                  {enabled ? '' : ', off'}
                </span>
              </li>
            ))}
          </ul>
        )}
      </Section>
      <Section title="Its newest runs">
        {recentRuns.length === 0 ? (
          <p className={styles.note}>None yet. Run it now to see what it writes: nothing is sent.</p>
        ) : (
          <Table
            label="Runs"
            rows={recentRuns}
            keyOf={({ runId }) => runId}
            columns={[
              { title: 'When', render: ({ startedAt }) => <Time at={startedAt} /> },
              {
                title: 'Status',
                render: ({ status }) => (
                  <Chip tone={agentRunTones[status]}>{agentRunWords[status] ?? status}</Chip>
                ),
              },
              {
                title: 'What it says',
                render: ({ runId, summary, errorSummary }) => (
                  <button type="button" className={link.link} onClick={() => onOpen(runId)}>
                    <Text value={errorSummary ?? summary} fallback="Show" />
                  </button>
                ),
              },
            ]}
          />
        )}
      </Section>
    </>
  )
}
