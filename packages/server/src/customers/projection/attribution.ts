import type { StoredEvent } from '../../kernel/log/record.ts'

/**
 * How a visitor came here, as `channel|source`: the channel is the campaign's medium, `referral` or `direct`; the source
 * is the campaign's source or the referring host. '' when unknown.
 */
export function attribution(event: StoredEvent): string {
  const { utm } = event
  if (utm?.source || utm?.medium) {
    return `${utm.medium?.trim().toLowerCase() || 'campaign'}|${utm.source?.trim() ?? ''}`
  }
  if (event.type !== 'pageview') return ''
  const from = host(event.referrer)
  return from !== '' && from !== host(event.url) ? `referral|${from}` : 'direct|'
}

/** The earlier one wins; at the same time the smaller text, and any over none. */
export function isFirstAttribution(next: string, known: string): boolean {
  return next !== '' && (known === '' || next < known)
}

export function channelOf(attribution: string): string {
  return attribution.slice(0, Math.max(0, attribution.indexOf('|')))
}

export function sourceOf(attribution: string): string {
  return attribution.slice(attribution.indexOf('|') + 1)
}

/** The host of a web address, without full parsing: this runs for every event. */
function host(url: string | undefined): string {
  const match = url === undefined ? null : /^https?:\/\/(?:[^/?#@]*@)?(?:www\.)?([^/?#:]+)/i.exec(url)
  return match?.[1]?.toLowerCase() ?? ''
}
