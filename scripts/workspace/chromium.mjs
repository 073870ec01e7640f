import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/**
 * The Chromium that browser tests drive: `SVC_CHROMIUM`, else the first of the usual names in PATH, else null.
 * Throws when `SVC_CHROMIUM` names nothing that can be run.
 */
export function findChromium(env = process.env) {
  if (env.SVC_CHROMIUM) {
    if (isExecutable(env.SVC_CHROMIUM)) return env.SVC_CHROMIUM
    throw new Error(`SVC_CHROMIUM names ${env.SVC_CHROMIUM}, which can't be run: correct it or unset it.`)
  }
  const folders = [...(env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin']
  const candidates = folders.filter(Boolean).flatMap((folder) => names.map((name) => join(folder, name)))
  return candidates.find(isExecutable) ?? null
}

function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
