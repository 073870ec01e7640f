import { type Browser, firefox } from 'playwright-core'
import { findBrowser } from './chromium.ts'

/** The Firefox to drive; undefined where there is none. */
export const firefoxPath: string | undefined = findBrowser('Firefox', 'SVC_FIREFOX', [
  '/usr/bin/firefox-esr',
  '/usr/bin/firefox',
  '/snap/bin/firefox',
])

/** A Firefox as people have it is driven by WebDriver BiDi: that is what the channel says. */
export const launchFirefox = (firefoxUserPrefs: Record<string, string | number> = {}): Promise<Browser> =>
  firefox.launch({ executablePath: firefoxPath!, channel: 'moz-firefox', headless: true, firefoxUserPrefs })
