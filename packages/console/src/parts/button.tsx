import type { ButtonHTMLAttributes } from 'react'
import styles from './button.module.css'

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  /** `primary`: what the page is for, once a page; `plain`: beside others; `bad`: takes something away. */
  kind?: 'primary' | 'plain' | 'bad'
  /** An icon alone: give `aria-label`. */
  square?: boolean
}

/** A button says what happens. */
export function Button({ kind, square, className, type = 'button', ...rest }: ButtonProps) {
  const names = [styles.button, kind && styles[kind], square && styles.square, className]
  return <button type={type} className={names.filter(Boolean).join(' ')} {...rest} />
}
