import type { TrackerOptions } from './options.ts'

/** What makes options useless, with the remedy; undefined when they will do. A script tag's may be anything. */
export const findMistake = ({ publicKey, apiHost }: TrackerOptions): string | undefined => {
  if (!/^pk_./.test(publicKey))
    return 'publicKey must begin with pk_; an API key (ok_…) in a page must be revoked'
  // A path is one of the page's own origin.
  if (apiHost && !/^(https?:\/)?\//.test(apiHost)) return 'apiHost must begin with https://'
  return undefined
}
