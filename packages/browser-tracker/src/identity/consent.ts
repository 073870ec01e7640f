import { readCookie, writeCookie } from '../storage/cookie.ts'
import type { Storage } from '../storage/storage.ts'
import type { TrackerOptions } from '../options.ts'

export const CONSENT_KEY = 'svc_consent'

/** The visitor's decision, `'1'` or `'0'`; undefined when they made none. */
export const readConsent = (storage: Storage): string | undefined =>
  storage.get(CONSENT_KEY) || readCookie(CONSENT_KEY) || undefined

/** Keeps the visitor's decision, beside everything that a revocation erases. */
export const writeConsent = (storage: Storage, decision: '1' | '0'): void => {
  storage.set(CONSENT_KEY, decision)
  writeCookie(CONSENT_KEY, decision)
}

/** Whether tracking may start without asking. */
export const mayStart = (options: TrackerOptions): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean }
  return !(
    options.autoTrack === false ||
    (globalPrivacyControl && options.respectGpc !== false) ||
    (doNotTrack === '1' && options.respectDnt)
  )
}

/** Whether a program and no person is looking. */
export const isBot = (): boolean =>
  navigator.webdriver || /bot|crawl|spider|headless/i.test(navigator.userAgent)
