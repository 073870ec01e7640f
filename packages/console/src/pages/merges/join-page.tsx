import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useDeferredValue, useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import link from '../../parts/link.module.css'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Text } from '../../parts/text.tsx'
import { Head } from '../../shell/head.tsx'
import { JoinSides } from './join-sides.tsx'
import styles from './merges.module.css'

/** Two customers that nothing suggested: chosen, looked at side by side, made one, and taken back. */
export function JoinPage() {
  const { left, right } = useSearch({ from: '/merges/join' })
  const navigate = useNavigate({ from: '/merges/join' })
  const choose = (search: { left?: string; right?: string }) => void navigate({ search, replace: true })
  return (
    <>
      <Head title="Make two customers one" crumb={<Link to="/merges">Merges</Link>} />
      <div className={styles.join}>
        {left === undefined ? (
          <Pick title="Which customer?" onPick={(id) => choose({ left: id, right })} />
        ) : right === undefined ? (
          <>
            <JoinSides ids={[left]} />
            <Pick title="And which other one?" not={left} onPick={(id) => choose({ left, right: id })} />
          </>
        ) : (
          <Both
            key={`${left} ${right}`}
            left={left}
            right={right}
            onSwap={() => choose({ left: right, right: left })}
          />
        )}
      </div>
    </>
  )
}

function Both({ left, right, onSwap }: { left: string; right: string; onSwap: () => void }) {
  const may = useMay('identity:write')
  const queryClient = useQueryClient()
  const [notes, setNotes] = useState('')
  const work = useMutation({
    mutationFn: async (isOne: boolean) => {
      const body = { left, right, ...(notes.trim() === '' ? {} : { notes: notes.trim() }) }
      return await (isOne ? client.identity.join(body) : client.identity.separate(body))
    },
    // What both sides were is shown until one leaves.
    onSuccess: async () =>
      await queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'join' }),
  })
  const isOne = work.isSuccess && work.variables
  return (
    <>
      <JoinSides ids={[left, right]} />
      {isOne ? (
        <p role="status" className={styles.keys}>
          They are one customer now.
          <Link className={link.link} to="/customers/$id" params={{ id: right }}>
            Open it
          </Link>
          <Button data-key="u" disabled={work.isPending} onClick={() => work.mutate(false)}>
            Undo <kbd>u</kbd>
          </Button>
        </p>
      ) : (
        <>
          {work.isSuccess && <p role="status">They are two customers again.</p>}
          <label className={field.field}>
            Why, for those who come later
            <textarea value={notes} maxLength={10_000} onChange={({ target }) => setNotes(target.value)} />
          </label>
          <div className={styles.keys}>
            <Button
              kind="primary"
              data-key="a"
              disabled={!may || work.isPending}
              onClick={() => work.mutate(true)}
            >
              Make them one <kbd>a</kbd>
            </Button>
            <Button kind="plain" disabled={work.isPending} onClick={onSwap}>
              The other one stays
            </Button>
            {!may && <span>Your role doesn’t include deciding merges. An editor can.</span>}
          </div>
        </>
      )}
      {work.error && <Failed error={work.error} />}
    </>
  )
}

/** Finds a customer by name, domain or id. */
function Pick({ title, not, onPick }: { title: string; not?: string; onPick: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const asked = useDeferredValue(typed.trim())
  const { data, error } = useQuery({
    queryKey: ['pick-customer', asked],
    enabled: asked !== '',
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => await client.tools.listCustomers({ search: asked, limit: 9 }, { signal }),
  })
  const found = asked === '' ? [] : (data?.items ?? []).filter(({ id }) => id !== not)
  return (
    <Section title={title}>
      <label className={field.field}>
        Name, domain or id
        <input
          type="search"
          data-search
          autoFocus
          value={typed}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && found[0]) onPick(found[0].id)
          }}
        />
      </label>
      <ul className={styles.found}>
        {found.map(({ id, name, domain }) => (
          <li key={id}>
            <button type="button" data-row onClick={() => onPick(id)}>
              <b>
                <Text value={name ?? domain ?? id} />
              </b>{' '}
              <Text value={name === null ? null : domain} fallback="" />
            </button>
          </li>
        ))}
        {asked !== '' && data && found.length === 0 && <li>No customer has this name.</li>}
      </ul>
      {error && <Failed error={error} />}
    </Section>
  )
}
