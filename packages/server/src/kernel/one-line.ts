import { cutText, limits } from '@customer-intel/contract'

/** A program's description of itself, safe to show on a page and in a terminal. */
export function oneLine(text: string): string {
  return cutText(text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, ' ').trim(), limits.cliAuth.clientLength)
}
