import { cleanText, isEmail } from '../clean.ts'
import type { StoredUser } from '../identity/user.ts'
import type { FormField } from './form-fields.ts'

/**
 * Forms about somebody else, or with an unproven address: invitations, gifts, searches, log-ins; e-mail fields that
 * aren't for the visitor's own address; administration of other people's records.
 */
const ABOUT_OTHERS =
  /search|team.?m|(log|sign)[ -]?in\b|\b(share|refer)\b|\bto_|invit|recipient|reset|colleague|friend|admin|gift|(manager|boss|attendee|partner|guardian|spouse|parent|other|emergency|their|guest|owner|child).{0,4}mail|(update|new|edit|create|add).{1,3}(lead|contact|person|member|client|user|customer|employee)|forgot|send to/i
const SIGN_UP = /sign.?up|create|join|regist/i

/**
 * Identifies the person who filled in a form, if it can only be about the visitor's own e-mail address; does nothing in
 * doubt. `fields`: those that may leave the page.
 */
export const identifyByForm = (
  form: HTMLFormElement,
  fields: FormField[],
  identify: (user: StoredUser) => void,
): void => {
  const addressed = fields.filter((field) => isEmail(field.value))
  const own = addressed.find(({ remarks }) => /e-?mail/i.test(remarks.join()))
  if (!own || addressed.some((field) => field.value !== own.value)) return

  const purpose = readPurpose(form, own.remarks)
  const isLogIn =
    form.querySelector('[type=password]:not([autocomplete=new-password])') && !SIGN_UP.test(purpose)
  if (isLogIn || ABOUT_OTHERS.test(purpose)) return

  const find = (pattern: RegExp) =>
    (fields.find(({ name }) => pattern.test(name.replace(/[^a-z]/gi, ''))) || { value: '' }).value
  const fullName = find(/^(your|contact|full)?name$/i)
  const name = fullName || `${find(/^fname|given|first/i)} ${find(/^lname|family|surname|last/i)}`
  identify({ email: own.value, traits: { name: cleanText(name) }, isByForm: true })
}

/** Everything that says what a form is for: address, attributes, heading, labels and buttons. */
const readPurpose = (form: HTMLFormElement, remarks: string[]): string => {
  const before = form.previousElementSibling
  return [
    location.pathname,
    (form.cloneNode() as Element).outerHTML,
    before && before.matches('h1,h2,h3,h4') && before.textContent,
    // Only buttons have a value.
    [...form.querySelectorAll<HTMLButtonElement>('h1,h2,h3,h4,legend,label,button,[type=submit]')].map(
      (node) => [node.textContent, node.value],
    ),
    remarks,
  ].join()
}
