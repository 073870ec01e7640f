import { useState } from 'react'
import { Button } from '../button.tsx'
import field from '../field.module.css'
import type { Filter, FilterValues } from './filter.ts'

/** A filter whose value is typed. */
export function ValueForm(props: {
  filter: Filter
  value: FilterValues[string]
  onSubmit: (value: FilterValues[string]) => void
}) {
  const { filter, value, onSubmit } = props
  const [typed, setTyped] = useState(value === undefined ? '' : String(value))
  const type = filter.kind === 'text' ? 'text' : filter.kind
  return (
    <form
      className={field.form}
      onSubmit={(event) => {
        event.preventDefault()
        const text = typed.trim()
        onSubmit(text === '' ? undefined : filter.kind === 'number' ? Number(text) : text)
      }}
    >
      <label className={field.field}>
        {filter.title}
        <input autoFocus type={type} value={typed} onChange={(event) => setTyped(event.target.value)} />
        {filter.hint !== undefined && <small>{filter.hint}</small>}
      </label>
      <Button kind="primary" type="submit">
        Apply
      </Button>
    </form>
  )
}
