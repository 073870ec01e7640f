// @vitest-environment node
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { afterEach, expect, it, vi } from 'vitest'
import { createSSRApp } from 'vue'

afterEach(() => vi.unstubAllGlobals())

/** A server's global scope, in which whoever asks for a page's things is noted. */
const watchGlobals = () => {
  const asked: string[] = []
  for (const name of ['location', 'localStorage', 'document', 'history', 'crypto'])
    vi.stubGlobal(name, new Proxy({}, { get: (_, property) => asked.push(`${name}.${String(property)}`) }))
  vi.stubGlobal('fetch', () => asked.push('fetch'))
  return asked
}

it('nothing is asked of a page that isn’t there, and nothing is said', async () => {
  const said = (['log', 'warn', 'error'] as const).map((level) => vi.spyOn(console, level))
  const asked = watchGlobals()
  const tracker = await import('../src/index.ts')
  const react = await import('../src/react.ts')
  const vue = await import('../src/vue.ts')

  // Before `init`, which applications call where there is a page.
  tracker.track('early')
  const own = tracker.init({ publicKey: 'pk_test' })
  for (const { identify, setUser, clearUser, enableTracking, flush, ...rest } of [tracker, own]) {
    rest.track('plan_chosen', { plan: 'pro' })
    identify({ userId: '1' })
    setUser({ userId: '1' })
    clearUser()
    enableTracking()
    expect(rest.getVisitorId()).toBeNull()
    expect(rest.isTrackingEnabled()).toBe(false)
    await flush()
    await rest.disableTracking()
    rest.revokeConsent()
    await rest.shutdown()
  }

  const Page = () => {
    react.useTrack()('rendered')
    return createElement('p')
  }
  renderToString(
    createElement(react.SvcProvider, { publicKey: 'pk_test', user: { userId: '1' } }, createElement(Page)),
  )
  createSSRApp({}).use(vue.SvcPlugin, { publicKey: 'pk_test' })

  expect(asked).toEqual([])
  for (const level of said) expect(level).not.toHaveBeenCalled()
})
