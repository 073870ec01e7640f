import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Text } from '../../parts/text.tsx'
import type { UserProfile } from '@customer-intel/node-sdk'
import styles from './person.module.css'

/** Forgets a person for good, once somebody has typed whom. Leads to the receipt. */
export function ErasePerson({ person }: { person: UserProfile }) {
  const may = useMay('people:erase')
  const navigate = useNavigate()
  const [typed, setTyped] = useState('')
  const name = person.email ?? person.id
  const work = useMutation({
    mutationFn: async () => await client.people.erase({ person: person.id }),
    onSuccess: ({ id }) => void navigate({ to: '/erasures/$id', params: { id } }),
  })
  return (
    <Section title="Erase">
      <p>
        Events, sources and records of this person leave the log and every answer. It can’t be undone; a
        receipt stays, which says nothing of who it was.
      </p>
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        <label className={field.field}>
          <span>
            Type <Text value={name} /> to confirm
          </span>
          <input
            value={typed}
            autoComplete="off"
            disabled={!may}
            onChange={(event) => setTyped(event.target.value)}
          />
        </label>
        <p className={styles.actions}>
          <Button kind="bad" type="submit" disabled={!may || typed.trim() !== name || work.isPending}>
            Erase this person
          </Button>
          {!may && <span>Your role doesn’t include erasing people.</span>}
        </p>
      </form>
      {work.error && <Failed error={work.error} />}
    </Section>
  )
}
