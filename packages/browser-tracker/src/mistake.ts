import type { TrackerOptions } from './options.ts'

/** What makes options useless, with the remedy; false when they will do. A script tag's may be anything. */
export const findMistake = ({ publicKey }: TrackerOptions): string | false =>
  !/^pk_./.test(publicKey) && 'publicKey must begin with pk_: revoke any other'
