import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { download } from '../../parts/download.ts'
import { formatNumber } from '../../parts/format-number.ts'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import type { UserProfile } from '@customer-intel/node-sdk'
import styles from './person.module.css'

/** Everything that is known of a person, as a file. */
export function ExportPerson({ person }: { person: UserProfile }) {
  const may = useMay('people:export')
  const [count, setCount] = useState(0)
  const work = useMutation({
    mutationFn: async () => {
      const items: unknown[] = []
      for await (const item of client.people.export({ person: person.id })) {
        items.push(item)
        if (items.length % 100 === 0) setCount(items.length)
      }
      setCount(items.length)
      download(`person-${person.id}.json`, 'application/json', [
        JSON.stringify({ person: person.id, items }, null, 2),
      ])
    },
  })
  return (
    <Section title="Export">
      <p>Contact, keys, traits, facts, revenue, sources and events of this person, in one JSON file.</p>
      <p className={styles.actions}>
        <Button disabled={!may || work.isPending} onClick={() => work.mutate()}>
          Export what is known
        </Button>
        {!may && <span>Your role doesn’t include exporting people.</span>}
        {work.isPending && <span role="status">{formatNumber(count)} things so far</span>}
        {work.isSuccess && <span role="status">{formatNumber(count)} things are in the file.</span>}
      </p>
      {work.error && <Failed error={work.error} onRetry={() => work.mutate()} />}
    </Section>
  )
}
