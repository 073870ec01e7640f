import { NotFoundError } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { sessionKey } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { Entrance } from './entrance.tsx'

/** Takes up a link: an invitation, the first owner's, or a password to be set anew. The token is in no request for a page. */
export function AcceptPage() {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const [given] = useState(() => new URLSearchParams(location.hash.replace('#', '')))
  const invited = given.get('email')
  const [email, setEmail] = useState(invited ?? '')
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const work = useMutation({
    mutationFn: async () =>
      await client.session.accept({
        token: given.get('token') ?? '',
        password,
        name: name.trim() || undefined,
        email: invited === null ? email : undefined,
      }),
    onSuccess: async (session) => {
      queryClient.clear()
      queryClient.setQueryData(sessionKey, session)
      await navigate({ to: '/' })
    },
  })
  return (
    <Entrance title="Welcome" isSecure>
      <p>Choose a password of 12 characters or more. You sign in with it and your address from now on.</p>
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        <label className={field.field}>
          E-mail address
          <input
            type="email"
            required
            autoComplete="username"
            readOnly={invited !== null}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label className={field.field}>
          Your name
          <input autoComplete="name" value={name} onChange={(event) => setName(event.target.value)} />
        </label>
        <label className={field.field}>
          Password
          <input
            type="password"
            required
            minLength={12}
            autoComplete="new-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {work.error && (
          <p className={field.error} role="alert">
            {work.error instanceof NotFoundError
              ? 'This link was used, replaced or is too old. An administrator can give you a new one.'
              : work.error.message}
          </p>
        )}
        <Button kind="primary" type="submit" disabled={work.isPending}>
          Set the password
        </Button>
      </form>
    </Entrance>
  )
}
