/** So many origins are told apart: anybody can invent more. */
const maxOrigins = 100
const maxOriginChars = 300

/** Tells the operator, once per origin, whose pages were refused; of more origins than 100, no more. */
export function createRefusedOriginLog(warn: (message: string) => void): (origin: string) => void {
  const told = new Set<string>()
  return (origin) => {
    const name = origin.slice(0, maxOriginChars)
    if (told.size >= maxOrigins || told.has(name)) return
    told.add(name)
    warn(
      `Events from ${JSON.stringify(name)} are refused: add the origin to SVC_ALLOWED_ORIGINS or to the workspace's tracking.allowedOrigins`,
    )
    if (told.size === maxOrigins) warn('Further origins whose events are refused will not be named')
  }
}
