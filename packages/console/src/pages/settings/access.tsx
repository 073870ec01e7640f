import type { InviteWorkspaceUserBody, WorkspaceAccess } from '@customer-intel/node-sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { useMay } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import { Chip, type Tone } from '../../parts/chip.tsx'
import field from '../../parts/field.module.css'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import { Failed } from '../../parts/states/failed.tsx'
import { Table } from '../../parts/table.tsx'
import { Text, plain } from '../../parts/text.tsx'
import { Time } from '../../parts/time.tsx'
import { sentence } from '../../parts/words.ts'
import page from '../../parts/page.module.css'
import { Secret } from './secret.tsx'
import styles from './settings.module.css'

type Role = InviteWorkspaceUserBody['role']
const roles: readonly Role[] = ['viewer', 'editor', 'admin', 'owner']
const tones: Record<string, Tone> = { active: 'good', invited: 'accent', disabled: 'bad' }

/** Who may sign in, as what. A link is shown once. */
export function Access() {
  const may = useMay('customer_access:manage')
  const queryClient = useQueryClient()
  const [link, setLink] = useState<string | null>(null)
  const query = useQuery({
    queryKey: ['access'],
    queryFn: async ({ signal }) => {
      const users: WorkspaceAccess[] = []
      for await (const user of client.workspaceUsers.list({ limit: 200 }, { signal })) users.push(user)
      return users
    },
  })
  const work = useMutation({
    mutationFn: async (change: () => Promise<string | null>) => setLink(await change()),
    onSuccess: async () => await queryClient.invalidateQueries({ queryKey: ['access'] }),
  })
  const update = (id: string, body: { role?: Role; access?: 'active' | 'disabled' }) =>
    work.mutate(async () => {
      await client.workspaceUsers.update(id, body)
      return null
    })
  return (
    <div className={page.page}>
      <Invite
        disabled={!may || work.isPending}
        onInvite={(body) => work.mutate(async () => (await client.workspaceUsers.invite(body)).link.url)}
      />
      {!may && <p>Your role doesn’t include inviting people. An administrator can.</p>}
      {link !== null && (
        <Secret label="Link" value={link} note="It works once, for seven days. Give it to them yourself." />
      )}
      {work.error && <Failed error={work.error} />}
      <QueryView query={query}>
        {(users) => (
          <Table
            label="People"
            rows={users}
            keyOf={({ id }) => id}
            columns={[
              {
                title: 'Person',
                render: ({ name, email }) => (
                  <b>
                    <Text value={name ?? email} />
                  </b>
                ),
              },
              { title: 'E-mail', wide: true, render: ({ email }) => <Text value={email} /> },
              {
                title: 'Role',
                render: (user) => (
                  <RoleChoice
                    user={user}
                    disabled={!may || work.isPending}
                    onChange={(role) => update(user.id, { role })}
                  />
                ),
              },
              {
                title: 'Access',
                render: ({ access }) => <Chip tone={tones[access]}>{sentence(access)}</Chip>,
              },
              {
                title: 'Last seen',
                right: true,
                wide: true,
                render: ({ lastSeenAt }) => <Time at={lastSeenAt} />,
              },
              {
                title: 'Change',
                render: ({ id, access, role }) =>
                  role === null ? null : (
                    <span className={styles.actions}>
                      <Button
                        kind="plain"
                        disabled={!may}
                        onClick={() =>
                          work.mutate(async () => (await client.workspaceUsers.createLink(id)).link.url)
                        }
                      >
                        New link
                      </Button>
                      {access !== 'invited' && (
                        <Button
                          kind="plain"
                          disabled={!may}
                          onClick={() =>
                            update(id, { access: access === 'disabled' ? 'active' : 'disabled' })
                          }
                        >
                          {access === 'disabled' ? 'Let in again' : 'Take access away'}
                        </Button>
                      )}
                    </span>
                  ),
              },
            ]}
          />
        )}
      </QueryView>
    </div>
  )
}

function RoleChoice(props: { user: WorkspaceAccess; disabled: boolean; onChange: (role: Role) => void }) {
  const { user, disabled, onChange } = props
  if (user.role === null) return <>–</>
  return (
    <select
      className={field.control}
      aria-label={`Role of ${plain(user.name ?? user.email ?? '')}`}
      value={user.role}
      disabled={disabled}
      onChange={({ target }) => onChange(target.value as Role)}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {sentence(role)}
        </option>
      ))}
    </select>
  )
}

function Invite(props: { disabled: boolean; onInvite: (body: InviteWorkspaceUserBody) => void }) {
  const [email, setEmail] = useState('')
  const [role, setRole] = useState<Role>('viewer')
  return (
    <Section title="Invite somebody">
      <form
        className={styles.row}
        onSubmit={(event) => {
          event.preventDefault()
          props.onInvite({ email, role })
          setEmail('')
        }}
      >
        <label className={field.field}>
          E-mail address
          <input type="email" required value={email} onChange={(event) => setEmail(event.target.value)} />
        </label>
        <label className={field.field}>
          Role
          <select value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {roles.map((one) => (
              <option key={one} value={one}>
                {sentence(one)}
              </option>
            ))}
          </select>
        </label>
        <Button kind="primary" type="submit" disabled={props.disabled}>
          Make a link
        </Button>
      </form>
    </Section>
  )
}
