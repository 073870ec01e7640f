import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { accessSync, constants, mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** The browser to drive: what `variable` of the environment names, else the first of `candidates` that is installed. */
export const findBrowser = (name: string, variable: string, candidates: string[]): string | undefined => {
  const path = process.env[variable] ?? candidates.find(isExecutable)
  if (!path)
    process.stderr.write(`${name} tests are skipped: none found. Install one, or name it in ${variable}.\n`)
  return path
}

/** The Chromium to drive; undefined where there is none. */
export const chromiumPath: string | undefined = findBrowser('Chromium', 'SVC_CHROMIUM', [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
])

const args = [
  '--no-sandbox',
  '--headless',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

export const launchChromium = (more: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: chromiumPath!,
    // People's browsers have one.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
    args: [...args, ...more],
  })

/** Shows a page that acts by itself, in a Chromium without a debugger: it prerenders nothing with one. */
export const showUndebugged = (url: string): { close: () => Promise<void> } => {
  const profile = mkdtempSync(join(tmpdir(), 'svc-chromium-'))
  const browser = spawn(chromiumPath!, [...args, `--user-data-dir=${profile}`, url], { stdio: 'ignore' })
  return {
    async close() {
      browser.kill()
      await once(browser, 'exit')
      // Its helpers may still write for a moment.
      await rm(profile, { recursive: true, force: true, maxRetries: 20 })
    },
  }
}
