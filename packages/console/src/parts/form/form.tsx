import { ValidationError } from '@customer-intel/node-sdk'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { type Path, startsWith, valueAt } from './path.ts'

/** What is wrong with a field of a draft, as the server says. */
export interface DraftIssue {
  path: Path
  message: string
}

interface FormState {
  draft: unknown
  issues: readonly DraftIssue[]
  /** Somebody without the right sees it, and changes nothing. */
  disabled: boolean
  set: (path: Path, value: unknown) => void
}

const FormContext = createContext<FormState>({ draft: {}, issues: [], disabled: true, set: () => undefined })

/** Something being written, whose fields stand at their paths in what is sent. */
export function DraftForm({ children, ...state }: FormState & { children: ReactNode }) {
  return <FormContext value={state}>{children}</FormContext>
}

/** A field of the draft: its value, and what is wrong with it. */
export function useDraftField(path: Path) {
  const { draft, issues, disabled, set } = useContext(FormContext)
  const id = useId()
  const error = issues.find((issue) => startsWith(issue.path, path))?.message
  return {
    id,
    value: valueAt(draft, path),
    error,
    disabled,
    set: (value: unknown) => set(path, value),
    /** For the control itself. */
    control: {
      id,
      disabled,
      'aria-invalid': error !== undefined,
      'aria-describedby': error === undefined ? undefined : `${id}-error`,
    },
  }
}

/** What the server says of each field. `root` begins its paths where the draft stands within what was sent. */
export function issuesOf(error: Error | null, root?: string): DraftIssue[] {
  if (!(error instanceof ValidationError)) return []
  return error.issues.map(({ path, message }) => ({
    path: path[0] === root ? path.slice(1) : path,
    // It begins with the field's name, beside which it is shown.
    message: sentenceOf(message.replace(/^\S+ /, '')),
  }))
}

function sentenceOf(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
