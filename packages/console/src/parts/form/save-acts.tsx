import { Button } from '../button.tsx'
import { ConfirmButton } from '../confirm-button.tsx'
import history from '../history/history.module.css'

/** Below a draft: save it, undo all changes, or archive what is saved. */
export function SaveActs(props: {
  /** What it is, such as `signal`. */
  what: string
  may: boolean
  isNew: boolean
  isChanged: boolean
  isSaving: boolean
  isArchiving: boolean
  /** What is asked before it is archived. */
  question: string
  onUndo: () => void
  onArchive: () => void
}) {
  const { what, may, isNew, isChanged, isSaving, isArchiving, question, onUndo, onArchive } = props
  return (
    <div className={history.acts}>
      <Button kind="primary" type="submit" disabled={!may || isSaving || (!isNew && !isChanged)}>
        {isNew ? `Save ${what}` : isChanged ? 'Save changes' : 'Saved'}
      </Button>
      {isChanged && (
        <Button kind="plain" onClick={onUndo}>
          Undo all changes
        </Button>
      )}
      {!isNew && !isChanged && (
        <ConfirmButton disabled={!may || isArchiving} question={question} onConfirm={onArchive}>
          {`Archive ${what}`}
        </ConfirmButton>
      )}
    </div>
  )
}
