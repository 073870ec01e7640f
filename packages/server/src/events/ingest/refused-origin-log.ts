import { cutText } from '@customer-intel/contract'

/** Maximal number of origins that are logged: anybody can invent more. */
const maxOrigins = 100
const maxOriginChars = 300

/** Warns the operator once about each origin that was refused, up to `maxOrigins`. */
export function createRefusedOriginLog(warn: (message: string) => void): (origin: string) => void {
  const named = new Set<string>()
  return (origin) => {
    const name = cutText(origin, maxOriginChars)
    if (named.size >= maxOrigins || named.has(name)) return
    named.add(name)
    warn(
      `Events from ${JSON.stringify(name)} are refused: add the origin to SVC_ALLOWED_ORIGINS or to the workspace's tracking.allowedOrigins`,
    )
    if (named.size === maxOrigins) warn('Further origins whose events are refused will not be named')
  }
}
