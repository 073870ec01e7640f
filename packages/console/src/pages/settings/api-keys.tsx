import type { CreateApiKeyBody } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { sessionQuery, useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { ConfirmButton } from '../../parts/confirm-button.tsx'
import { Chip } from '../../parts/chip.tsx'
import field from '../../parts/field.module.css'
import { formatNumber } from '../../parts/format-number.ts'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Table } from '../../parts/table.tsx'
import { Text } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import page from '../../parts/page.module.css'
import { Secret } from './secret.tsx'
import styles from './settings.module.css'

/** Keys by which programs ask; each is shown once, when it is made. */
export function ApiKeys() {
  const may = useMay('workspace_settings:manage')
  const { data: session } = useQuery(sessionQuery)
  const queryClient = useQueryClient()
  const [name, setName] = useState('')
  const [reads, setReads] = useState(true)
  const [secret, setSecret] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['api-keys'],
    queryFn: async ({ signal }) => (await client.keys.list({ signal })).keys,
  })
  const work = useMutation({
    mutationFn: async (change: () => Promise<string | null>) => setSecret(await change()),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['api-keys'] }),
  })
  const grants = (session?.grants ?? []).filter((grant) => !reads || grant.endsWith(':read'))
  return (
    <div className={page.page}>
      <Section title="New key">
        <form
          className={styles.row}
          onSubmit={(event) => {
            event.preventDefault()
            work.mutate(
              async () =>
                (await client.keys.create({ name, grants: grants as CreateApiKeyBody['grants'] })).secret,
            )
            setName('')
          }}
        >
          <label className={field.field}>
            What it is for
            <input required value={name} maxLength={100} onChange={(event) => setName(event.target.value)} />
          </label>
          <label className={field.field}>
            It may
            <select
              value={reads ? 'read' : 'all'}
              onChange={({ target }) => setReads(target.value === 'read')}
            >
              <option value="read">Read</option>
              <option value="all">Do all that I may</option>
            </select>
          </label>
          <Button kind="primary" type="submit" disabled={!may || work.isPending}>
            Create key
          </Button>
        </form>
      </Section>
      {!may && <p>Your role doesn’t include managing keys. An administrator can.</p>}
      {secret !== null && (
        <Secret label="Key" value={secret} note="It is shown this once. Keep it where secrets are kept." />
      )}
      {work.error && <Failed error={work.error} />}
      <QueryView query={query}>
        {(keys) => (
          <Table
            label="API keys"
            rows={keys}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Name',
                render: (key) => (
                  <b>
                    <Text value={key.name} />
                  </b>
                ),
              },
              { title: 'Begins with', wide: true, render: ({ prefix }) => <code>{prefix}</code> },
              {
                title: 'Is',
                render: ({ state }) => (
                  <Chip tone={state === 'active' ? 'good' : 'bad'}>{sentence(state)}</Chip>
                ),
              },
              {
                title: 'Requests',
                right: true,
                wide: true,
                render: ({ totalRequests }) => formatNumber(totalRequests),
              },
              { title: 'Last used', right: true, render: ({ lastUsedAt }) => <Time at={lastUsedAt} /> },
              {
                title: 'Change',
                render: ({ id, state }) =>
                  state === 'active' ? (
                    <span className={styles.actions}>
                      <Button
                        kind="plain"
                        disabled={!may}
                        onClick={() => work.mutate(async () => (await client.keys.rotate(id)).secret)}
                      >
                        Rotate
                      </Button>
                      <ConfirmButton
                        question="Whoever uses it is refused from then on."
                        disabled={!may}
                        onConfirm={() =>
                          work.mutate(async () => {
                            await client.keys.revoke(id)
                            return null
                          })
                        }
                      >
                        Revoke key
                      </ConfirmButton>
                    </span>
                  ) : null,
              },
            ]}
          />
        )}
      </QueryView>
    </div>
  )
}
