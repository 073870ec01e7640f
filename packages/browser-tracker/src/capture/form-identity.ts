import { cleanId, isEmail } from '../clean.ts'
import type { UserIdentity } from '../event.ts'
import type { FormField } from './form-fields.ts'

/**
 * What forms say that are about somebody else, or about an address that nobody has proven: invitations, gifts,
 * searches, log-ins, administration; and e-mail fields that are not for the visitor's own address.
 */
const ABOUT_OTHERS =
  /(log|sign)[ -]?in\b|\bshare\b|\brefer\b|\bto_|friend|colleague|forgot|team.?m|(update|new|create|edit|add).{1,3}(lead|client|person|customer|user|employee|member|contact)|recipient|gift|search|invit|admin|reset|send to|(attendee|partner|owner|other|their|emergency|boss|spouse|parent|guest|guardian|manager|child).{0,4}mail/i

/**
 * States who filled in a form, when it can only be about the visitor's own e-mail address; nothing in any doubt. `fields`
 * are those that may leave the page.
 */
export const identifyByForm = (
  form: HTMLFormElement,
  fields: FormField[],
  identify: (user: UserIdentity) => void,
): void => {
  const addressed = fields.filter((field) => isEmail(field.value))
  const own = addressed.find((field) => /e-?mail/i.test(field.hints.join()))
  if (!own || addressed.some((field) => field.value !== own.value)) return
  const before = form.previousElementSibling
  const texts = form.querySelectorAll<HTMLButtonElement>('h1,h2,h3,h4,legend,label,button,[type=submit]')
  const purpose = [
    location.pathname,
    (form.cloneNode() as Element).outerHTML,
    before && before.matches('h1,h2,h3,h4') && before.textContent,
    ...Array.from(texts, (node) => node.textContent + node.value),
    ...own.hints,
  ].join()
  const isLogIn =
    form.querySelector('[type=password]:not([autocomplete=new-password])') &&
    !/sign.?up|regist|create|join/i.test(purpose)
  const find = (pattern: RegExp) =>
    (fields.find((field) => pattern.test(field.name.replace(/[^a-z]/gi, ''))) || { value: '' }).value
  if (!isLogIn && !ABOUT_OTHERS.test(purpose))
    identify({
      email: own.value,
      traits: {
        name: cleanId(
          find(/^(full|your|contact)?name$/i) ||
            `${find(/first|given|^fname/i)} ${find(/last|family|surname|^lname/i)}`,
        ),
      },
    })
}
