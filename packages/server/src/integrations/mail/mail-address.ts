import { addressParser } from 'postal-mime'
import { emailOf, textOf } from '../fields.ts'
import { recodeHeader } from './header-words.ts'

export interface MailAddress {
  /** In lower case; null if invalid. */
  email: string | null
  name: string | null
}

/** The addresses in a header such as To; those of groups, too. */
export function addressesOf(header: string | null): MailAddress[] {
  if (header === null) return []
  return addressParser(recodeHeader(header), { flatten: true }).flatMap(({ address, name }) => {
    const email = emailOf(address)
    return email === null && !address ? [] : [{ email, name: textOf(name, 300) }]
  })
}
