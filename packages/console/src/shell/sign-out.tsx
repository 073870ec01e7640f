import { useMutation, useQueryClient } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { client } from '../app/client.ts'
import { sessionKey } from '../app/session.ts'
import { Button } from '../parts/button.tsx'

/** Ends the session, and forgets what was shown. */
export function SignOut() {
  const queryClient = useQueryClient()
  const work = useMutation({
    mutationFn: async () => await client.session.end({}),
    onSuccess: () => {
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionKey[0] })
      location.assign('/')
    },
  })
  return (
    <Button
      kind="plain"
      square
      aria-label="Sign out"
      title="Sign out"
      data-action
      onClick={() => work.mutate()}
    >
      <LogOut size={16} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}
