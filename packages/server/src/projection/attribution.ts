import type { StoredEvent } from '../log/record.ts'

/** How a visitor got here: `channel` is the campaign's medium, `referral`, `direct`, or '' when nothing tells. */
export interface Attribution {
  channel: string
  source: string
}

const none: Attribution = { channel: '', source: '' }

export function attribution(event: StoredEvent): Attribution {
  const { utm } = event
  if (utm?.source || utm?.medium) {
    return { channel: utm.medium?.trim().toLowerCase() || 'campaign', source: utm.source?.trim() ?? '' }
  }
  if (event.type !== 'pageview') return none
  const from = host(event.referrer)
  return from !== '' && from !== host(event.url)
    ? { channel: 'referral', source: from }
    : { channel: 'direct', source: '' }
}

/** The host of a web address without parsing all of it: this runs for every event. */
function host(url: string | undefined): string {
  const match = url === undefined ? null : /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(url)
  return match?.[1]?.toLowerCase() ?? ''
}
