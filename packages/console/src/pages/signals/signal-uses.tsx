import { Link } from '@tanstack/react-router'
import { Chip } from '../../parts/chip.tsx'
import link from '../../parts/link.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import { RunChip } from '../automations/run-chip.tsx'
import { useAutomations } from '../automations/use-automations.ts'
import styles from '../../parts/history/history.module.css'

/** What is done when the signal notices something. */
export function SignalUses({ id }: { id: string }) {
  const query = useAutomations()
  return (
    <Section title="What is done then">
      <QueryView query={query} rows={2}>
        {(automations) => {
          const waiting = automations.filter(({ signals }) => signals.some((signal) => signal.id === id))
          return waiting.length === 0 ? (
            <p className={styles.note}>Nothing yet: no automation waits for it.</p>
          ) : (
            <ul>
              {waiting.map((automation) => (
                <li key={automation.id} className={styles.acts}>
                  <Link className={link.link} to="/automations/$id" params={{ id: automation.id }}>
                    <Text value={automation.name} />
                  </Link>
                  <Chip tone={automation.enabled ? 'good' : 'quiet'}>
                    {automation.enabled ? 'On' : 'Off'}
                  </Chip>
                  {automation.lastRunStatus !== null && (
                    <Link to="/automations/$id" params={{ id: automation.id }} search={{ tab: 'runs' }}>
                      <RunChip status={automation.lastRunStatus} />
                    </Link>
                  )}
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
      <Link className={link.link} to="/automations/$id" params={{ id: 'new' }} search={{ signal: id }}>
        Act on it: new automation
      </Link>
    </Section>
  )
}
