import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Opens and closes what stands over the page; the address keeps the page's own state. */
export function useOverlay() {
  const navigate = useNavigate()
  const set = useCallback(
    (overlay: { event?: string; source?: string; quote?: string }) =>
      void navigate({
        to: '.',
        resetScroll: false,
        search: (before: Record<string, unknown>) => ({
          ...before,
          event: undefined,
          source: undefined,
          quote: undefined,
          ...overlay,
        }),
      }),
    [navigate],
  )
  return {
    openEvent: useCallback((event: string) => set({ event }), [set]),
    openSource: useCallback(
      (type: string, id: string, quote?: string | null) =>
        set({ source: `${type}:${id}`, quote: quote ?? undefined }),
      [set],
    ),
    close: useCallback(() => set({}), [set]),
  }
}
