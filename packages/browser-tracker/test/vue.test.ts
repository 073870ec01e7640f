import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type App, createApp, nextTick, ref } from 'vue'
import type { TrackedEvent, UserIdentity } from '../src/index.ts'
import { type Svc, SvcPlugin, useSvc, useSvcUser, useTrack } from '../src/vue.ts'

let app: App
let events: TrackedEvent[]

beforeEach(() => {
  localStorage.clear()
  document.cookie = 'svc_consent=;max-age=0'
  events = []
  vi.stubGlobal('fetch', () => new Promise(() => undefined))
})
afterEach(() => {
  app.unmount()
  vi.unstubAllGlobals()
})

const mount = (setup: () => void, options: object = {}) => {
  app = createApp({ setup: () => (setup(), () => null) })
  app.use(SvcPlugin, {
    publicKey: 'pk_vue',
    trackPageviews: false,
    beforeSend: (event: TrackedEvent) => (events.push(event), event),
    ...options,
  })
  app.mount(document.createElement('div'))
}

it('components track', () => {
  mount(() => useTrack()('mounted', { a: 1 }))
  expect(events.map(({ eventName, properties }) => [eventName, properties])).toEqual([['mounted', { a: 1 }]])
})

it('state is reactive', async () => {
  let svc!: Svc
  mount(() => (svc = useSvc()), { autoTrack: false })
  expect(svc.isTrackingEnabled.value).toBe(false)
  svc.enableTracking()
  expect(svc.isTrackingEnabled.value).toBe(true)
})

it('useSvcUser follows a ref, changes within it, and null', async () => {
  const user = ref<UserIdentity | null>({ userId: '1' })
  mount(() => useSvcUser(user))
  user.value!.email = 'ann@acme.example'
  await nextTick()
  expect(events.map(({ userId, email }) => [userId, email])).toEqual([
    ['1', undefined],
    ['1', 'ann@acme.example'],
  ])
  user.value = null
  await nextTick()
  expect(localStorage.getItem('svc_user')).toBeNull()
})

it('useSvc without the plugin says what to do', () => {
  app = createApp({ setup: () => (useSvc(), () => null) })
  app.config.warnHandler = () => undefined
  expect(() => app.mount(document.createElement('div'))).toThrow('app.use(SvcPlugin')
})
