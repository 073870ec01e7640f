import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Retention } from './retention.tsx'
import styles from './settings.module.css'

const zones = Intl.supportedValuesOf('timeZone')

/** The time zone of every page, and who is of your own house. */
export function Workspace() {
  const may = useMay('workspace_settings:manage')
  const query = useQuery({
    queryKey: ['settings'],
    queryFn: async ({ signal }) => (await client.settings.get({ signal })).settings,
  })
  return (
    <div className={styles.page}>
      <QueryView query={query}>
        {({ defaultTimezone, domains }) => (
          <Change key={defaultTimezone} zone={defaultTimezone} domains={domains} may={may} />
        )}
      </QueryView>
      <Retention />
    </div>
  )
}

function Change({ zone, domains, may }: { zone: string; domains: readonly string[]; may: boolean }) {
  const queryClient = useQueryClient()
  const [chosen, setChosen] = useState(zone)
  const [own, setOwn] = useState(domains.join('\n'))
  const work = useMutation({
    mutationFn: async () =>
      await client.settings.update({
        defaultTimezone: chosen,
        domains: own.split(/\s+/).filter((one) => one !== ''),
      }),
    // Every day on every page is another one.
    onSuccess: async () => await queryClient.invalidateQueries(),
  })
  return (
    <Section title="Workspace">
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        <label className={field.field}>
          Time zone of every page
          <select value={chosen} disabled={!may} onChange={({ target }) => setChosen(target.value)}>
            {!zones.includes(chosen) && <option value={chosen}>{chosen}</option>}
            {zones.map((one) => (
              <option key={one} value={one}>
                {one}
              </option>
            ))}
          </select>
        </label>
        <label className={field.field}>
          Your own domains, one a line
          <textarea value={own} disabled={!may} onChange={({ target }) => setOwn(target.value)} />
          <small>People with these addresses make no customer.</small>
        </label>
        {work.error && <Failed error={work.error} />}
        <Button kind="primary" type="submit" disabled={!may || work.isPending}>
          {work.isSuccess ? 'Saved' : 'Save'}
        </Button>
      </form>
    </Section>
  )
}
