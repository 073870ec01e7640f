import { AuthenticationError, CustomerIntelError, type Session } from '@customer-intel/node-sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../app/client.ts'
import { sessionKey } from '../../app/session.ts'
import { Button } from '../../parts/button.tsx'
import field from '../../parts/field.module.css'
import { Entrance } from './entrance.tsx'

/** Asks who it is. `isOver`: somebody was signed in; the page below keeps what they did. */
export function SignIn({ session, isOver = false }: { session: Session; isOver?: boolean }) {
  const queryClient = useQueryClient()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [organization, setOrganization] = useState('')
  const work = useMutation({
    mutationFn: async () =>
      await client.session.start({
        email,
        password,
        organization: session.needsOrganization ? organization : undefined,
      }),
    onSuccess: async (started) => {
      queryClient.setQueryData(sessionKey, started)
      await queryClient.invalidateQueries({ predicate: ({ state }) => state.status === 'error' })
    },
  })
  return (
    <Entrance title={isOver ? 'Your session is over' : 'Sign in'} isSecure={session.isSecure}>
      {isOver && <p>Sign in to go on. The page below is as you left it.</p>}
      <form
        className={field.form}
        onSubmit={(event) => {
          event.preventDefault()
          work.mutate()
        }}
      >
        {session.needsOrganization && (
          <label className={field.field}>
            Workspace
            <input
              required
              value={organization}
              autoComplete="organization"
              onChange={(event) => setOrganization(event.target.value)}
            />
          </label>
        )}
        <label className={field.field}>
          E-mail address
          <input
            type="email"
            required
            autoFocus
            autoComplete="username"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </label>
        <label className={field.field}>
          Password
          <input
            type="password"
            required
            autoComplete="current-password"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        </label>
        {work.error && (
          <p className={field.error} role="alert">
            {sayWhy(work.error)}
          </p>
        )}
        <Button kind="primary" type="submit" disabled={work.isPending}>
          Sign in
        </Button>
      </form>
      {session.ways.openId && (
        <a className={field.other} href={session.ways.openId.url}>
          Sign in with {session.ways.openId.label}
        </a>
      )}
      <p>No password yet, or forgotten? An administrator of the workspace can give you a link.</p>
    </Entrance>
  )
}

function sayWhy(error: Error): string {
  if (error instanceof AuthenticationError) return 'The address or the password is wrong.'
  if (error instanceof CustomerIntelError && error.retryAfterMs)
    return `Too many attempts. Try again in ${Math.ceil(error.retryAfterMs / 60_000)} minutes.`
  return error.message
}
