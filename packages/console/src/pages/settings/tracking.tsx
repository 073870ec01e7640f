import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Text } from '../../parts/text.tsx'
import { FromBackend, Tag } from '../welcome/tag.tsx'
import styles from './settings.module.css'

/** What goes into the pages of a site, and from which sites events are taken. */
export function Tracking() {
  const may = useMay('workspace_settings:manage')
  const query = useQuery({
    queryKey: ['tracking'],
    queryFn: async ({ signal }) => (await client.settings.getTracking({ signal })).tracking,
  })
  return (
    <div className={styles.page}>
      <Section title="The tag for your pages">
        <Tag />
      </Section>
      <Section title="From your backend">
        <FromBackend />
      </Section>
      <Section title="Sites that may send">
        <QueryView query={query} rows={3}>
          {({ allowedOrigins }) => <Origins origins={allowedOrigins} may={may} />}
        </QueryView>
      </Section>
    </div>
  )
}

function Origins({ origins, may }: { origins: readonly string[]; may: boolean }) {
  const queryClient = useQueryClient()
  const [typed, setTyped] = useState('')
  const work = useMutation({
    mutationFn: async (allowedOrigins: string[]) => await client.settings.updateTracking({ allowedOrigins }),
    onSuccess: async () => {
      setTyped('')
      await queryClient.invalidateQueries({ queryKey: ['tracking'] })
    },
  })
  return (
    <>
      {origins.length === 0 && <p>Every site may send. Name your own, and only they may.</p>}
      <ul className={styles.list}>
        {origins.map((origin) => (
          <li key={origin} className={styles.actions}>
            <code>
              <Text value={origin} />
            </code>
            <Button
              kind="plain"
              disabled={!may || work.isPending}
              onClick={() => work.mutate(origins.filter((one) => one !== origin))}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate([...origins, typed.trim()])
        }}
      >
        <label className={field.field}>
          Address of a site
          <input
            required
            type="url"
            placeholder="https://www.example.com"
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <Button type="submit" disabled={!may || work.isPending}>
          Add site
        </Button>
      </form>
      {work.error && <Failed error={work.error} />}
    </>
  )
}
