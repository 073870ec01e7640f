import { act, createElement, StrictMode, useEffect } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTracker, type TrackedEvent } from '../src/index.ts'
import { SvcProvider, type SvcProviderProps, useIdentify, useSvc, useTrack } from '../src/react.ts'

let root: Root
let events: TrackedEvent[]

beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  document.title = 'A page'
  document.cookie = 'svc_consent=;max-age=0'
  events = []
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.runAllTimers()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const options = {
  publicKey: 'pk_react',
  beforeSend: (event: TrackedEvent) => (events.push(event), event),
}

const render = (child: () => null, props: SvcProviderProps = options) =>
  act(() =>
    root.render(
      createElement(
        StrictMode,
        null,
        createElement(SvcProvider, { ...options, ...props }, createElement(child)),
      ),
    ),
  )
const types = () => events.map(({ type, eventName }) => eventName ?? type)

it('under StrictMode a page is recorded once, and what children track when they mount is recorded', () => {
  const Child = () => {
    const track = useTrack()
    useEffect(() => track('mounted'), [])
    return null
  }
  render(Child)
  vi.advanceTimersByTime(100)
  // StrictMode runs the child's own effect twice.
  expect(types()).toEqual(['mounted', 'mounted', 'pageview'])
})

it('the user prop is stated once for each value, before the children’s events, and cleared by null', () => {
  const Child = () => {
    const track = useTrack()
    useEffect(() => track('mounted'), [])
    return null
  }
  render(Child, { user: { userId: '7' } })
  render(Child, { user: { userId: '7' } })
  expect(events.filter(({ type }) => type === 'identify').map(({ userId }) => userId)).toEqual(['7'])
  expect(types()[0]).toBe('identify')
  expect(localStorage.getItem('svc_user')).toContain('7')
  render(Child, { user: null })
  expect(localStorage.getItem('svc_user')).toBeNull()
})

it('useSvc renders again when tracking is switched', async () => {
  const seen: boolean[] = []
  let svc: ReturnType<typeof useSvc>
  const Child = () => {
    svc = useSvc()
    seen.push(svc.isTrackingEnabled)
    return null
  }
  render(Child, { autoTrack: false })
  expect(seen.at(-1)).toBe(false)
  act(() => svc.enableTracking())
  expect(seen.at(-1)).toBe(true)
})

it('a client of one’s own outlives the provider', () => {
  const client = createTracker(options)
  const Child = () => {
    useIdentify()({ userId: '1' })
    return null
  }
  render(Child, { client })
  act(() => root.render(null))
  vi.runOnlyPendingTimers()
  expect(client.isTrackingEnabled()).toBe(true)
  void client.shutdown()
})

it('the tracker ends with its provider', () => {
  let svc: ReturnType<typeof useSvc>
  render(() => ((svc = useSvc()), null))
  expect(svc!.getVisitorId()).not.toBeNull()
  act(() => root.render(null))
  vi.advanceTimersByTime(10)
  events = []
  svc!.track('late')
  document.body.click()
  history.pushState({}, '', '/later')
  vi.advanceTimersByTime(100)
  expect(types()).not.toContain('pageview')
})

it('renders on a server without a tracker’s doing anything', () => {
  vi.stubGlobal('window', undefined)
  const Child = () => (useSvc().isTrackingEnabled ? 'on' : 'off')
  const html = renderToString(createElement(SvcProvider, options, createElement(Child)))
  vi.unstubAllGlobals()
  expect(html).toBe('off')
  expect(events).toEqual([])
})

it('a hook outside a provider says what to do', () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  const Child = () => (useTrack(), null)
  expect(() => act(() => root.render(createElement(Child)))).toThrow('<SvcProvider')
})
