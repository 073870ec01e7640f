import { useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { sections } from './sections.ts'

const Palette = lazy(() => import('./palette/palette.tsx').then((file) => ({ default: file.Palette })))
const KeyList = lazy(() => import('./palette/key-list.tsx').then((file) => ({ default: file.KeyList })))

/** How long the second letter after `g` is waited for. */
const waitMs = 1_500

/** Whether single letters act in this browser: somebody who dictates can switch them off. */
export const lettersKey = 'single-letters'

/** Each page as it was last seen, with its filters. */
const lastSeen = new Map<string, string>()

/** The keys that act on every page: the palette, the list of keys, `g` and a page's letter, `/`, `j` and `k` over rows, Escape to where the page belongs, and a button's own letter. */
export function Keyboard() {
  const navigate = useNavigate()
  const router = useRouter()
  const { pathname, href } = useLocation()
  useEffect(() => {
    lastSeen.set(pathname, href)
  }, [pathname, href])
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  useEffect(() => {
    let goSince = 0
    /** Goes where the page belongs, as that was left. */
    const leave = () => {
      const up = document.querySelector<HTMLAnchorElement>('[data-crumb] a')
      const path = up?.pathname
      if (path !== undefined) router.history.push(lastSeen.get(path) ?? path)
    }
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
      // What a button opens may take the focus at once: the letter isn't for it.
      else if (press(event.key)) event.preventDefault()
      else if (event.key === 'j' || event.key === 'k') step(event)
      else if (event.key === 'Escape') leave()
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate, router])
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

/** Presses the page's button with this key. */
function press(key: string): boolean {
  const button = document.querySelector<HTMLButtonElement>(`button[data-key="${CSS.escape(key)}"]`)
  button?.click()
  return button !== null
}

/** To the next row, or the one before: of the list, which goes on by itself, or of the page's links that are rows. */
function step(event: KeyboardEvent): void {
  if (event.target instanceof HTMLElement && event.target.closest('[data-grid]') !== null) return
  if (document.querySelector('[data-grid]') !== null) return focus(event, '[data-grid]')
  const rows = [...document.querySelectorAll<HTMLElement>('main [data-row]')]
  const at = rows.findIndex((row) => row === document.activeElement)
  const next = rows[event.key === 'j' ? at + 1 : Math.max(0, at - 1)]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.scrollIntoView({ block: 'nearest' })
}

function focus(event: KeyboardEvent, selector: string): void {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) return
  event.preventDefault()
  found.focus()
}
