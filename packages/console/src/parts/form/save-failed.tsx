import { ConflictError, ValidationError } from '@customer-intel/node-sdk'
import { Button } from '../button.tsx'
import field from '../field.module.css'
import { Failed } from '../states/failed.tsx'

/** Why something was not saved. What concerns a field stands there, too; what somebody else changed meanwhile can be read anew. */
export function SaveFailed({ error, onReload }: { error: Error | null; onReload?: () => void }) {
  if (error === null) return null
  if (error instanceof ValidationError)
    return (
      <p className={field.error} role="alert">
        Not saved: {error.message}
      </p>
    )
  if (error instanceof ConflictError)
    return (
      <div role="alert">
        <p className={field.error}>Not saved: {error.message}</p>
        {onReload && <Button onClick={onReload}>Show how it stands now</Button>}
      </div>
    )
  return <Failed error={error} />
}
