import styles from './toggles.module.css'

interface TogglesProps {
  label: string
  options: readonly { value: string; title: string }[]
  chosen: readonly string[]
  /** One at a time. */
  single?: boolean
  onChange: (chosen: string[]) => void
}

/** A few things to switch on and off. */
export function Toggles({ label, options, chosen, single, onChange }: TogglesProps) {
  const toggle = (value: string) => {
    if (single) onChange([value])
    else onChange(chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
  }
  return (
    <div className={styles.toggles} role="group" aria-label={label}>
      {options.map(({ value, title }) => (
        <button key={value} type="button" aria-pressed={chosen.includes(value)} onClick={() => toggle(value)}>
          {title}
        </button>
      ))}
    </div>
  )
}
