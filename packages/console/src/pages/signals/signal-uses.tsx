import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Chip } from '../../parts/chip.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Text } from '../../parts/text.tsx'
import styles from './signals.module.css'

/** What is done when the signal notices something. */
export function SignalUses({ id }: { id: string }) {
  const query = useQuery({
    queryKey: ['automations'],
    queryFn: async ({ signal }) => (await client.automations.list({ signal })).automations,
  })
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
                  <Text value={automation.name} />
                  <Chip tone={automation.enabled ? 'good' : 'quiet'}>
                    {automation.enabled ? 'On' : 'Off'}
                  </Chip>
                </li>
              ))}
            </ul>
          )
        }}
      </QueryView>
    </Section>
  )
}
