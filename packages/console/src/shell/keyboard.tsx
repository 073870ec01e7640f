import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sections } from './sections.ts'

const Palette = lazy(() => import('./palette/palette.tsx').then((file) => ({ default: file.Palette })))
const KeyList = lazy(() => import('./palette/key-list.tsx').then((file) => ({ default: file.KeyList })))

/** How long the second letter after `g` is waited for. */
const waitMs = 1_500

/** Whether single letters act in this browser: somebody who dictates can switch them off. */
export const lettersKey = 'single-letters'

/** The keys that act on every page: the palette, the list of keys, `g` and a page's letter, `/`, and a button's own letter. */
export function Keyboard() {
  const navigate = useNavigate()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useEffect(() => {
    let goSince = 0
    const onKeyDown = (event: KeyboardEvent) => {
      if ((event.metaKey || event.ctrlKey) && event.key.toLowerCase() === 'k') {
        event.preventDefault()
        return setOpen('palette')
      }
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (isField(event.target) || isOpenOver() || localStorage.getItem(lettersKey) === 'off') return
      if (Date.now() - goSince < waitMs) {
        goSince = 0
        const page = sections.flatMap(({ pages }) => pages).find(({ key }) => key === event.key)
        if (page) {
          event.preventDefault()
          void navigate({ to: page.to })
        }
        return
      }
      if (event.key === 'g') goSince = Date.now()
      else if (event.key === '?') setOpen('keys')
      else if (event.key === '/') focus(event, '[data-search]')
      else if ((event.key === 'j' || event.key === 'k') && !onGrid(event.target)) focus(event, '[data-grid]')
      else document.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(event.key)}"]`)?.click()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return (
    <Suspense>
      {open === 'palette' && <Palette onClose={() => setOpen(null)} />}
      {open === 'keys' && <KeyList onClose={() => setOpen(null)} />}
    </Suspense>
  )
}

/** Opens the palette from anywhere. */
export function openPalette(): void {
  document.dispatchEvent(new KeyboardEvent('keydown', { key: 'k', ctrlKey: true, bubbles: true }))
}

function isField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  )
}

function isOpenOver(): boolean {
  return document.querySelector('[role="dialog"], [role="listbox"]') !== null
}

function onGrid(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('[data-grid]') !== null
}

function focus(event: KeyboardEvent, selector: string): void {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) return
  event.preventDefault()
  found.focus()
}
