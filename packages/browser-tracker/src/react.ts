import {
  createContext,
  createElement,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useMemo,
  useReducer,
  useState,
} from 'react'
import { createTracker, type Tracker, type TrackerOptions, type UserIdentity } from './index.ts'

/** The hooks' tracker; undefined outside a provider. */
export const SvcContext = createContext<Tracker | undefined>(undefined)

/** A tracker's options, or an existing tracker: then the options are ignored, and the tracker outlives the provider. */
export type SvcProviderProps = Partial<TrackerOptions> & {
  client?: Tracker
  /** The signed-in user; `null`: nobody is signed in. Without it the provider doesn't change the user. */
  user?: UserIdentity | null
  children?: ReactNode
}

/** Trackers by public key. StrictMode renders and mounts twice, which must not record the page twice. */
const trackers = new Map<string | undefined, Tracker>()

const stateUser = (tracker: Tracker, user: UserIdentity | null | undefined) => {
  if (user !== undefined) tracker.setUser(user?.email || user?.userId ? user : null)
}

/**
 * Runs a tracker for the components below, from their first render on, and shuts it down when the provider is unmounted.
 * Only the first options count, like those of a script tag; change the provider's `key` to start over.
 */
export const SvcProvider = ({ client, user, children, ...options }: SvcProviderProps): ReactElement => {
  const { publicKey } = options
  const [tracker] = useState(() => {
    const mine = client || trackers.get(publicKey) || createTracker(options as TrackerOptions)
    if (!client && typeof window === 'object') trackers.set(publicKey, mine)
    stateUser(mine, user)
    return mine
  })
  useEffect(() => {
    if (client) return undefined
    trackers.set(publicKey, tracker)
    return () => {
      trackers.delete(publicKey)
      // Another mount right after this one reuses it.
      setTimeout(() => trackers.has(publicKey) || void tracker.shutdown())
    }
  }, [])
  // By value: most pages create a new object on each render.
  const stated = JSON.stringify(user)
  useEffect(() => stateUser(tracker, user), [stated])
  return createElement(SvcContext.Provider, { value: tracker }, children)
}

const useTracker = () => {
  const tracker = useContext(SvcContext)
  if (!tracker) throw new Error('No tracker here: wrap the component in <SvcProvider publicKey="pk_…">')
  return tracker
}

/** The tracker's methods, with `isTrackingEnabled` as a value that triggers a render when these methods change it. */
export type Svc = Omit<Tracker, 'isTrackingEnabled' | 'isEnabled'> & {
  isInitialized: boolean
  isTrackingEnabled: boolean
}

/** The tracker of the nearest provider. Throws outside one. */
export const useSvc = (): Svc => {
  const tracker = useTracker()
  const [, render] = useReducer((count: number) => count + 1, 0)
  const isTrackingEnabled = tracker.isTrackingEnabled()
  return useMemo(() => {
    const switching =
      <Result>(work: () => Result) =>
      () => {
        const result = work()
        render()
        return result
      }
    const { enableTracking, disableTracking, revokeConsent } = tracker
    return {
      ...tracker,
      isInitialized: true,
      isTrackingEnabled,
      enableTracking: switching(enableTracking),
      disableTracking: switching(disableTracking),
      revokeConsent: switching(revokeConsent),
    }
  }, [tracker, isTrackingEnabled])
}

/** `track` of the nearest provider's tracker, as a stable function. */
export const useTrack = (): Tracker['track'] => useTracker().track

/** `identify` of the nearest provider's tracker, as a stable function. */
export const useIdentify = (): Tracker['identify'] => useTracker().identify
