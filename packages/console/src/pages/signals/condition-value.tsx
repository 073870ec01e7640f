import { useState } from 'react'
import { Around } from '../../parts/form/fields.tsx'
import { useDraftField } from '../../parts/form/form.tsx'
import { type Path, textIn } from '../../parts/form/path.ts'

/** A value with its type: `5` is a number, `true` is yes, `"5"` is a text as is everything else. */
export function ConditionValue({ path }: { path: Path }) {
  const here = useDraftField(path)
  const [typed, setTyped] = useState(() => write(here.value))
  const isOurs = read(typed) === here.value
  return (
    <Around label={`Value (${kindOf(here.value)})`} of={here}>
      <input
        {...here.control}
        value={isOurs ? typed : write(here.value)}
        onChange={({ target }) => {
          setTyped(target.value)
          here.set(read(target.value))
        }}
      />
    </Around>
  )
}

function read(typed: string): string | number | boolean {
  if (typed === 'true' || typed === 'false') return typed === 'true'
  if (/^-?\d+(?:\.\d+)?$/.test(typed)) return Number(typed)
  return /^".*"$/.test(typed) ? typed.slice(1, -1) : typed
}

function write(value: unknown): string {
  const text = textIn(value)
  return typeof value === 'string' && read(text) !== text ? `"${text}"` : text
}

function kindOf(value: unknown): string {
  return typeof value === 'number' ? 'number' : typeof value === 'boolean' ? 'yes or no' : 'text'
}
