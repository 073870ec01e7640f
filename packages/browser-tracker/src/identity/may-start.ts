import type { TrackerOptions } from '../options.ts'

type Signals = Navigator & { globalPrivacyControl?: boolean }

/** Whether tracking may start before the visitor has decided. */
export const mayStart = ({ autoTrack, respectGpc, respectDnt }: TrackerOptions): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as Signals
  const isRefused = (respectGpc !== false && globalPrivacyControl) || (respectDnt && doNotTrack === '1')
  return autoTrack !== false && !isRefused
}

/** Whether the visitor is a program. */
export const isBot = (): boolean => navigator.webdriver || /spider|bot|crawl/i.test(navigator.userAgent)
