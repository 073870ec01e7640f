import { useEffect, useState } from 'react'

/** Counts changes of the theme: what is painted on a canvas is painted anew. */
export function useThemeChange(): number {
  const [changes, setChanges] = useState(0)
  useEffect(() => {
    const changed = () => setChanges((before) => before + 1)
    const system = globalThis.matchMedia('(prefers-color-scheme: dark)')
    const observer = new MutationObserver(changed)
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
    system.addEventListener('change', changed)
    return () => {
      observer.disconnect()
      system.removeEventListener('change', changed)
    }
  }, [])
  return changes
}
