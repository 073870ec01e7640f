import type { GrantError } from '@customer-intel/node-sdk'
import { Button } from '../button.tsx'
import { useCopy } from '../use-copy.ts'
import { Notice } from './notice.tsx'

/** What a person may not see, and how to ask for it. */
export function Forbidden({ error }: { error: GrantError }) {
  const { said, copy } = useCopy()
  return (
    <Notice title="You have no right to see this">
      <p>{error.message}</p>
      <p>An administrator of the workspace can give it to you.</p>
      <Button onClick={() => void copy(`May I see this? ${location.href}\n${error.message}`)}>
        {said ?? 'Copy a question for them'}
      </Button>
    </Notice>
  )
}
