import type { MailAddress } from './mail-address.ts'

interface SenderHeaders {
  from: MailAddress | null
  /** What lists and groups that put their own address into From keep of the author. */
  originals: MailAddress[]
  replyTo: MailAddress[]
}

/**
 * Who wrote a mail. Lists and groups put their own address into From (`Jane Doe via Help <help@vendor.example>`), since the
 * author's server allows nobody else to send for it (DMARC).
 */
export function senderOf(
  { from, originals, replyTo }: SenderHeaders,
  isOwn: (email: string) => boolean,
): MailAddress | null {
  if (from === null || from.email === null) return from
  const name = / via \S/.exec(from.name ?? '') === null ? null : from.name!.replace(/ via \S.*$/s, '')
  if (name === null && !isOwn(from.email)) return from
  const isAuthor = ({ email }: MailAddress) => email !== null && email !== from.email
  const author =
    originals.find(isAuthor) ?? (name !== null && replyTo.length === 1 ? replyTo.find(isAuthor) : undefined)
  if (author === undefined) return from
  return { email: author.email, name: bareName(author.name ?? name) }
}

/** `'Jane Doe'` without its quotation marks. */
function bareName(name: string | null): string | null {
  return (
    name
      ?.replace(/^(['"])(.*)\1$/s, '$2')
      .replace(/ via \S.*$/s, '')
      .trim() || null
  )
}
