import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Behind } from '../parts/behind-link.tsx'
import { closed, type readOverlaySearch } from './overlay-search.ts'

/** Opens and closes what stands over the page; the address keeps the page's own state. */
export function useOverlay() {
  const navigate = useNavigate()
  const set = useCallback(
    (overlay: Partial<ReturnType<typeof readOverlaySearch>>) =>
      void navigate({
        to: '.',
        resetScroll: false,
        search: (before: Record<string, unknown>) => ({ ...before, ...closed, ...overlay }),
      }),
    [navigate],
  )
  return {
    openEvent: useCallback((event: string) => set({ event }), [set]),
    openRefused: useCallback((at: string) => set({ refused: at }), [set]),
    openSource: useCallback(
      (type: string, id: string, quote?: string | null) =>
        set({ source: `${type}:${id}`, quote: quote ?? undefined }),
      [set],
    ),
    openBehind: useCallback(({ of, sql }: Behind) => set({ behind: sql, of }), [set]),
    close: useCallback(() => set({}), [set]),
  }
}
