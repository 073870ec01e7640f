import { Search } from 'lucide-react'
import { useEffect, useState } from 'react'
import styles from './filters.module.css'

/** How long somebody pauses before what they typed is searched for. */
const pauseMs = 200

/** A field that narrows a list as one types. `/` leads to it. */
export function SearchField(props: { label: string; value: string; onChange: (value: string) => void }) {
  const { label, value, onChange } = props
  const [typed, setTyped] = useState(value)
  useEffect(() => setTyped(value), [value])
  useEffect(() => {
    if (typed === value) return
    const timer = setTimeout(() => onChange(typed), pauseMs)
    return () => clearTimeout(timer)
  }, [typed, value, onChange])
  return (
    <label className={styles.search}>
      <Search size={14} strokeWidth={1.5} aria-hidden="true" />
      <input
        type="search"
        aria-label={label}
        placeholder={label}
        value={typed}
        maxLength={200}
        data-search
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') onChange(typed)
          if (event.key === 'Escape') event.currentTarget.blur()
        }}
      />
    </label>
  )
}
