import { trackerTag } from '@customer-intel/contract'
import { type LogFormat, logLine } from '../kernel/logger.ts'

export interface Announcement {
  format: LogFormat
  /** The server's public address. */
  url: string
  listensAt: string
  /** A link for the first owner, for an hour; null: there is one, or people sign in by invitation. */
  ownerLink: string | null
  directory: string
  /** Null: none is active. */
  publicKey: string | null
  /** A key that was just created: shown only once. */
  newApiKey: string | null
  apiKeyIsPreset: boolean
  hasTrackerScript: boolean
}

/** Prints that the server runs, where, and what to do next. */
export function announce(announcement: Announcement): void {
  const { format, url, listensAt, ownerLink, directory, publicKey, newApiKey } = announcement
  if (format === 'json') {
    const once = {
      ...(ownerLink !== null && { ownerLink }),
      ...(newApiKey !== null && { apiKey: newApiKey }),
    }
    console.log(
      logLine('info', {
        message: 'Customer Intel is running',
        url,
        listensAt,
        directory,
        publicKey,
        ...once,
      }),
    )
    return
  }
  const apiKey =
    newApiKey ??
    (announcement.apiKeyIsPreset
      ? 'set by SVC_INITIAL_API_KEY at the first start'
      : 'as shown at the first start (svc-server keys issue --name <name> makes another)')
  const lines = [
    `Customer Intel is running at ${url}`,
    ...(url === listensAt ? [] : [`  and listens at ${listensAt}`]),
    '',
    ...(ownerLink === null
      ? []
      : [
          '  Open this to begin (within an hour, once; the next start prints another):',
          '',
          `    ${ownerLink}`,
          '',
        ]),
    `  Data        ${directory}`,
    `  Public key  ${publicKey ?? 'none is active: svc-server public-keys issue makes one'}`,
    `  API key     ${apiKey}`,
    ...(newApiKey === null ? [] : ['              Keep it now: it is not shown again.']),
    '',
    '  Paste this into the pages of your site:',
    '',
    ...trackerTag(url, publicKey ?? 'pk_…').map((line) => `    ${line}`),
    ...(announcement.hasTrackerScript
      ? []
      : ['', '  The tracker script is not built yet: run pnpm build and start again.']),
    '',
  ]
  console.log(lines.join('\n'))
}
