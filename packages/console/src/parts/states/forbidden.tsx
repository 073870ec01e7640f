import type { GrantError } from '@customer-intel/node-sdk'
import { useState } from 'react'
import { Button } from '../button.tsx'
import { Notice } from './notice.tsx'

/** What a person may not see, and how to ask for it. */
export function Forbidden({ error }: { error: GrantError }) {
  const [copied, setCopied] = useState(false)
  const ask = async () => {
    await navigator.clipboard.writeText(`May I see this? ${location.href}\n${error.message}`)
    setCopied(true)
  }
  return (
    <Notice title="You have no right to see this">
      <p>{error.message}</p>
      <p>An administrator of the workspace can give it to you.</p>
      <Button onClick={() => void ask()}>{copied ? 'Copied' : 'Copy a question for them'}</Button>
    </Notice>
  )
}
