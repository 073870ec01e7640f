import type { TrackerOptions } from '../options.ts'

type Signals = Navigator & { globalPrivacyControl?: boolean }

/** Whether tracking may start before the visitor was asked. */
export const mayStart = (options: TrackerOptions): boolean =>
  options.autoTrack !== false &&
  !(options.respectGpc !== false && (navigator as Signals).globalPrivacyControl) &&
  !(options.respectDnt && navigator.doNotTrack === '1')

/** Whether a program and no person is looking. */
export const isBot = (): boolean => navigator.webdriver || /spider|bot|crawl/i.test(navigator.userAgent)
