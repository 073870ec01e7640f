import type { UserIdentity } from '../event.ts'
import { isEmail } from '../clean.ts'
import type { FormField } from './form-fields.ts'

/** A form about somebody else, or about an address that nobody has proven: invitations, gifts, logins, admin. */
const ABOUT_OTHERS =
  /friend|invit|\brefer\b|gift|recipient|colleague|co-?worker|teammate|(your|my|new|team|add) ?(team|member)|\bshare\b|send to|someone|assign|\badmin|search|look ?up|log[ -]?in|sign[ -]?in|forgot|reset|recover|(add|new|edit|create|update)[ _-](an? )?(user|contact|customer|client|lead|person|people|student|patient|guest|attendee|employee|account for)/i

/** An e-mail field for somebody else's address. */
const OTHERS_ADDRESS =
  /(^|[^a-z])(to|b?cc|from|their|his|her|other|partner|spouse|parent|child|guardian|mother|father|manager|boss|owner|emergency|referen?ce|referee|guest|attendee|invitee|receiver|student|employee|candidate|delegate|assistant|member)([^a-z]|$)/i

const SIGN_UP = /sign[ -]?up|regist|create|join/i

/** What the page says a form is for: its own attributes, headings, labels and buttons, and the heading before it. */
const readPurpose = (form: HTMLFormElement) => {
  const before = form.previousElementSibling
  const scope = form.closest('section,dialog,[role=dialog]') || form
  return [
    location.pathname,
    ...['id', 'name', 'class', 'action', 'role', 'aria-label'].map((name) => form.getAttribute(name)),
    before && before.textContent!.slice(0, 200),
    ...[
      ...scope.querySelectorAll<HTMLInputElement>(
        'h1,h2,h3,h4,legend,label,button,[type=submit],[type=search]',
      ),
    ].map((node) => `${node.textContent} ${node.type} ${node.value}`.slice(0, 100)),
  ].join(' ')
}

/**
 * Who filled in a form, when it can only be about the visitor's own e-mail address; undefined in any doubt. `fields`
 * are those that may leave the page.
 */
export const readFormIdentity = (form: HTMLFormElement, fields: FormField[]): UserIdentity | undefined => {
  const addresses = fields.filter(({ value }) => isEmail(value.trim()))
  const own = addresses.filter(
    ({ type, hints }) => type === 'email' || hints.some((hint) => /e-?mail|^mail$/i.test(hint)),
  )
  const email = own[0] && own[0].value.trim()
  const passwords = form.querySelectorAll('[type=password]')
  const purpose = readPurpose(form)
  if (
    !email ||
    addresses.some(({ value }) => value.trim().toLowerCase() !== email.toLowerCase()) ||
    own.some(({ hints }) => hints.some((hint) => OTHERS_ADDRESS.test(hint))) ||
    ABOUT_OTHERS.test(purpose) ||
    (passwords[0] &&
      !passwords[1] &&
      passwords[0].getAttribute('autocomplete') !== 'new-password' &&
      !SIGN_UP.test(purpose))
  )
    return undefined

  const find = (pattern: RegExp) =>
    (
      fields.find(({ name }) => pattern.test(name.toLowerCase().replace(/[^a-z]/g, ''))) || { value: '' }
    ).value.trim() || undefined
  const firstName = find(/(first|given|fore)name$|^f(irst|name)$/)
  const lastName = find(/(last|family|sur)name$|^l(ast|name)$/)
  const name =
    find(/^(full|your|customer|contact|display)?name$/) ||
    (firstName && lastName && `${firstName} ${lastName}`)
  return { email, traits: { name, firstName, lastName } }
}
