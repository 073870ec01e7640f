import { useState } from 'react'
import { useMay } from '../app/session.ts'
import { Button } from './button.tsx'
import styles from './save-form.module.css'

/** What is asked of somebody who saves a thing. */
export interface Saving {
  name: string
  visibility: 'private' | 'workspace'
}

/** Opens by `s`, and asks for the name under which something is saved, and whether everybody sees it. */
export function SaveForm({
  action,
  name: known = '',
  isShared = false,
  disabled,
  onSave,
}: {
  /** Such as `Save view`. */
  action: string
  name?: string
  /** Whether everybody sees it already. */
  isShared?: boolean
  disabled?: boolean
  onSave: (saving: Saving) => Promise<unknown>
}) {
  const mayShare = useMay('behavior_metrics:manage')
  const [open, setOpen] = useState(false)
  const [name, setName] = useState(known)
  const [shared, setShared] = useState(isShared)
  const [error, setError] = useState<string | null>(null)
  if (!open)
    return (
      <Button kind="plain" data-key="s" disabled={disabled} onClick={() => setOpen(true)}>
        {action}
      </Button>
    )
  const save = async () => {
    try {
      await onSave({ name, visibility: shared ? 'workspace' : 'private' })
      setOpen(false)
      setError(null)
    } catch (failure) {
      setError((failure as Error).message)
    }
  }
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <input
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- somebody asked for it by a key
        autoFocus
        required
        maxLength={120}
        aria-label="Name"
        placeholder="Name"
        value={name}
        onChange={({ target }) => setName(target.value)}
        onKeyDown={({ key }) => key === 'Escape' && setOpen(false)}
      />
      <label title={mayShare ? undefined : 'Your role doesn’t include sharing'}>
        <input
          type="checkbox"
          checked={shared}
          disabled={!mayShare}
          onChange={({ target }) => setShared(target.checked)}
        />
        For everybody
      </label>
      <Button type="submit" kind="primary">
        {action}
      </Button>
      {error !== null && <span role="alert">{error}</span>}
    </form>
  )
}
