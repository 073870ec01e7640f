import { type App, inject, type InjectionKey, type Ref, ref, watch } from 'vue'
import { createTracker, type Tracker, type TrackerOptions, type UserIdentity } from './index.ts'

/** The tracker's methods, with its state as refs. */
export type Svc = Omit<Tracker, 'isTrackingEnabled' | 'isEnabled'> & {
  isInitialized: Readonly<Ref<boolean>>
  isTrackingEnabled: Readonly<Ref<boolean>>
}

/** Where the plugin provides the tracker. */
export const SvcKey: InjectionKey<Svc> = Symbol('svc')

/**
 * `app.use(SvcPlugin, { publicKey: 'pk_…' })` runs a tracker until the app is unmounted. Give `{ client }` to use one
 * that exists already. Templates find it as `$svc`.
 */
export const SvcPlugin = {
  install(app: App, options: TrackerOptions | { client: Tracker }): void {
    const given = 'client' in options
    const tracker = given ? options.client : createTracker(options)
    const isTrackingEnabled = ref(tracker.isTrackingEnabled())
    const switching =
      <Result>(work: () => Result) =>
      () => {
        const result = work()
        isTrackingEnabled.value = tracker.isTrackingEnabled()
        return result
      }
    const svc: Svc = {
      ...tracker,
      isInitialized: ref(true),
      isTrackingEnabled,
      enableTracking: switching(tracker.enableTracking),
      disableTracking: switching(tracker.disableTracking),
      revokeConsent: switching(tracker.revokeConsent),
    }
    app.provide(SvcKey, svc)
    app.config.globalProperties['$svc'] = svc
    const unmount = app.unmount
    app.unmount = () => {
      unmount()
      if (!given) void tracker.shutdown()
    }
  },
}

/** The app's tracker. Throws without the plugin. */
export const useSvc = (): Svc => {
  const svc = inject(SvcKey, undefined)
  if (!svc) throw new Error('No tracker here: call app.use(SvcPlugin, { publicKey: "pk_…" })')
  return svc
}

/** `track` of the app's tracker. */
export const useTrack = (): Tracker['track'] => useSvc().track

/** `identify` of the app's tracker. */
export const useIdentify = (): Tracker['identify'] => useSvc().identify

/** Keeps the tracker's user the same as `user`, at once and on every change within it. */
export const useSvcUser = (user: Ref<UserIdentity | null | undefined>): void => {
  const svc = useSvc()
  watch(user, (now) => svc.setUser(now?.email || now?.userId ? now : null), { immediate: true, deep: true })
}
