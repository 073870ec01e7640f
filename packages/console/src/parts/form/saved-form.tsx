import { useMutation, useQueryClient, type QueryKey } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { Button } from '../button.tsx'
import field from '../field.module.css'
import { DraftForm, issuesOf } from './form.tsx'
import { withValue } from './path.ts'
import { SaveFailed } from './save-failed.tsx'

interface SavedFormProps<Draft, Made> {
  label: string
  /** As it is saved, or as a new one begins. */
  stored: Draft
  /** What the button says while there is nothing saved yet, such as `Make agent`. */
  make?: string
  may: boolean
  /** Who can change it, said to those who can’t. */
  refusal: string
  save: (draft: Draft) => PromiseLike<Made>
  onSaved?: (made: Made) => unknown
  /** What is asked anew once it is saved. */
  changes: readonly QueryKey[]
  /** What is read anew where somebody else changed it meanwhile. */
  reload?: QueryKey
  /** Its fields, at their paths in the draft. */
  children: ReactNode | ((draft: Draft, set: (change: (draft: Draft) => Draft) => void) => ReactNode)
}

/** A form over something that is saved, or made, as a whole. */
export function SavedForm<Draft extends object, Made>(props: SavedFormProps<Draft, Made>) {
  const { label, stored, make, may, refusal, save, onSaved, changes, reload, children } = props
  const queryClient = useQueryClient()
  const [draft, setDraft] = useState(stored)
  const work = useMutation({
    mutationFn: async (written: Draft) => await save(written),
    onSuccess: async (made) => {
      await onSaved?.(made)
      await Promise.all(changes.map((queryKey) => queryClient.invalidateQueries({ queryKey })))
    },
  })
  const isChanged = JSON.stringify(draft) !== JSON.stringify(stored)
  return (
    <form
      className={field.form}
      aria-label={label}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (may && !work.isPending) work.mutate(draft)
      }}
    >
      <DraftForm
        draft={draft}
        issues={issuesOf(work.error)}
        disabled={!may}
        set={(path, value) => setDraft((before) => withValue(before, path, value))}
      >
        {typeof children === 'function' ? children(draft, setDraft) : children}
      </DraftForm>
      <SaveFailed
        error={work.error}
        onReload={reload && (() => void queryClient.resetQueries({ queryKey: reload }))}
      />
      <Button
        kind={make !== undefined || isChanged ? 'primary' : undefined}
        type="submit"
        disabled={!may || work.isPending || (make === undefined && !isChanged)}
      >
        {make ?? (isChanged ? 'Save changes' : 'Saved')}
      </Button>
      {!may && <p>{refusal}</p>}
    </form>
  )
}
