import { accessSync, constants } from 'node:fs'
import { type Browser, chromium } from 'playwright-core'

const candidates = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
]

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The Chromium to drive: `SVC_CHROMIUM`, else where distributions put it, else undefined. */
export const chromiumPath: string | undefined = process.env['SVC_CHROMIUM'] ?? candidates.find(isExecutable)

if (!chromiumPath)
  process.stderr.write(
    'Browser tests are skipped: no Chromium found. Install one, or name it in SVC_CHROMIUM.\n',
  )

export const launch = (): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath!,
    // People's browsers have one.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [
      '--no-sandbox',
      '--headless',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  })
