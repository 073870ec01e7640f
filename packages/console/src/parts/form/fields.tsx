import type { ReactNode } from 'react'
import field from '../field.module.css'
import type { Option } from '../filters/filter.ts'
import { plain } from '../text.tsx'
import { Toggles } from '../toggles.tsx'
import { useDraftField } from './form.tsx'
import { type Path, textIn } from './path.ts'

interface FieldProps {
  path: Path
  label: string
  hint?: ReactNode
}

/** A text. Empty, it is taken away, or is `empty`. */
export function TextField(
  props: FieldProps & {
    area?: boolean
    rows?: number
    type?: 'text' | 'url'
    empty?: unknown
    placeholder?: string
  },
) {
  const { path, area, rows, type = 'text', empty = '', placeholder } = props
  const here = useDraftField(path)
  const { value, control, set } = here
  const common = {
    ...control,
    placeholder,
    value: textIn(value),
    onChange: ({ target }: { target: { value: string } }) => set(target.value === '' ? empty : target.value),
  }
  return (
    <Around {...props} of={here}>
      {area ? <textarea rows={rows} {...common} /> : <input type={type} {...common} />}
    </Around>
  )
}

/** A number. What is none goes to the server as it was typed, which says so. */
export function NumberField(props: FieldProps & { optional?: boolean }) {
  const { path, optional } = props
  const here = useDraftField(path)
  const { value, control, set } = here
  return (
    <Around {...props} of={here}>
      <input
        inputMode="decimal"
        {...control}
        value={textIn(value)}
        onChange={({ target }) => set(numberIn(target.value, optional ? undefined : null))}
      />
    </Around>
  )
}

function numberIn(text: string, empty: null | undefined) {
  if (text.trim() === '') return empty
  return /^-?\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : text
}

/** One of some. The option without a value takes it away, or is `empty`. */
export function ChoiceField(
  props: FieldProps & { options: readonly Option[]; empty?: unknown; onChoose?: (value: string) => void },
) {
  const { path, options, empty, onChoose } = props
  const here = useDraftField(path)
  const { value, control, set } = here
  return (
    <Around {...props} of={here}>
      <select
        {...control}
        value={textIn(value)}
        onChange={({ target: { value: next } }) =>
          onChoose ? onChoose(next) : set(next === '' ? empty : next)
        }
      >
        {withStored(options, [textIn(value)]).map((option) => (
          <option key={option.value} value={option.value}>
            {option.title}
          </option>
        ))}
      </select>
    </Around>
  )
}

/** The options, and what is stored without being one of them any more: it is seen, and can be taken away. */
function withStored(options: readonly Option[], stored: readonly string[]): readonly Option[] {
  const others = stored.filter((value) => value !== '' && !options.some((option) => option.value === value))
  return [...options, ...others.map((value) => ({ value, title: plain(value) }))]
}

/** Some of a few; where none is chosen it is taken away, or is `empty`. */
export function SomeField(props: FieldProps & { options: readonly Option[]; empty?: unknown }) {
  const { path, label, options, empty } = props
  const here = useDraftField(path)
  const { value, set, disabled } = here
  const chosen = Array.isArray(value) ? value.map(String) : []
  return (
    <div className={field.field}>
      <span>{label}</span>
      <fieldset disabled={disabled}>
        <Toggles
          label={label}
          options={withStored(options, chosen)}
          chosen={chosen}
          onChange={(next) => set(next.length === 0 ? empty : next)}
        />
      </fieldset>
      {props.hint !== undefined && <small>{props.hint}</small>}
      <FieldError of={here} />
    </div>
  )
}

/** Yes or no. */
export function CheckField({ path, label, hint }: FieldProps) {
  const here = useDraftField(path)
  const { value, control, set } = here
  return (
    <div className={field.check}>
      <label>
        <input
          type="checkbox"
          {...control}
          checked={value === true}
          onChange={({ target }) => set(target.checked)}
        />
        {label}
      </label>
      {hint !== undefined && <small>{hint}</small>}
      <FieldError of={here} />
    </div>
  )
}

/** The label of a field, what helps with it, and what is wrong with it. */
export function Around(props: {
  label: string
  hint?: ReactNode
  of: ReturnType<typeof useDraftField>
  children: ReactNode
}) {
  const { label, hint, of, children } = props
  return (
    <div className={field.field}>
      <label htmlFor={of.id}>{label}</label>
      {children}
      {hint !== undefined && <small>{hint}</small>}
      <FieldError of={of} />
    </div>
  )
}

function FieldError({ of: { id, error } }: { of: ReturnType<typeof useDraftField> }) {
  if (error === undefined) return null
  return (
    <span id={`${id}-error`} className={field.error}>
      {error}
    </span>
  )
}
