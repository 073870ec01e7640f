import {
  AuthenticationError,
  ConnectionError,
  CustomerIntelError,
  GrantError,
  type Issue,
  NotFoundError,
} from '@customer-intel/node-sdk'
import { useEffect } from 'react'
import { Button } from '../button.tsx'
import { Forbidden } from './forbidden.tsx'
import { Notice } from './notice.tsx'

/** Why something is not shown, and what can be done. What the server asks to wait is waited for, then asked again. */
export function Failed({ error, onRetry }: { error: Error; onRetry?: () => void }) {
  const waitMs = error instanceof CustomerIntelError && error.retryable ? error.retryAfterMs : null
  useEffect(() => {
    if (waitMs === null || !onRetry) return
    const timer = setTimeout(onRetry, waitMs)
    return () => clearTimeout(timer)
  }, [waitMs, onRetry])
  if (error instanceof GrantError) return <Forbidden error={error} />
  const requestId = error instanceof CustomerIntelError ? error.requestId : null
  const position = 'issues' in error ? (error.issues as readonly Issue[])[0]?.position : undefined
  return (
    <Notice title={titleOf(error)} role="alert">
      <p>{error.message}</p>
      {position && (
        <p>
          Line {position.line}, column {position.column}
        </p>
      )}
      {waitMs !== null && <p>The server is busy. Asked again in {Math.ceil(waitMs / 1_000)} s.</p>}
      {requestId !== null && (
        <p>
          Request <code>{requestId}</code>
        </p>
      )}
      {onRetry && !(error instanceof NotFoundError) && <Button onClick={onRetry}>Retry</Button>}
    </Notice>
  )
}

function titleOf(error: Error): string {
  if (error instanceof NotFoundError) return 'Not found'
  if (error instanceof ConnectionError) return 'The server can’t be reached'
  if (error instanceof AuthenticationError) return 'Sign in to see this'
  return 'This could not be shown'
}
