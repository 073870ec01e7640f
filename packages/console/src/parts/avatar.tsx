import styles from './avatar.module.css'
import { initials } from './words.ts'

const colours = ['a', 'b', 'c', 'd'] as const

/** A person's two letters. */
export function Avatar({ name, big = false }: { name: string; big?: boolean }) {
  const names = [styles.avatar, styles[colourOf(name)], big && styles.big]
  return (
    <span className={names.filter(Boolean).join(' ')} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

/** A customer's first letter. */
export function Logo({ name, big = false }: { name: string; big?: boolean }) {
  return (
    <span className={`${styles.logo} ${big ? (styles.big ?? '') : ''}`} aria-hidden="true">
      {initials(name).slice(0, 1)}
    </span>
  )
}

function colourOf(name: string): (typeof colours)[number] {
  let sum = 0
  for (const char of name) sum = (sum * 31 + char.codePointAt(0)!) % 9_973
  return colours[sum % colours.length]!
}
