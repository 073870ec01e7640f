import { Monitor, Moon, Sun } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../parts/button.tsx'

const themes = ['system', 'light', 'dark'] as const
type Theme = (typeof themes)[number]
const icons = { system: Monitor, light: Sun, dark: Moon }

/** As the system, light, or dark: one attribute of the page, kept by this browser. */
export function ThemeSwitch() {
  const [theme, setTheme] = useState<Theme>(
    () => themes.find((one) => one === document.documentElement.dataset.theme) ?? 'system',
  )
  const next = themes[(themes.indexOf(theme) + 1) % themes.length]!
  const Icon = icons[theme]
  const change = () => {
    setTheme(next)
    if (next === 'system') {
      delete document.documentElement.dataset.theme
      localStorage.removeItem('theme')
    } else {
      document.documentElement.dataset.theme = next
      localStorage.setItem('theme', next)
    }
  }
  return (
    <Button
      kind="plain"
      square
      aria-label={`Theme: ${theme}. Change to ${next}`}
      title={`Theme: ${theme}`}
      data-action
      onClick={change}
    >
      <Icon size={16} strokeWidth={1.5} aria-hidden="true" />
    </Button>
  )
}
