import { cleanId, isEmail } from '../clean.ts'
import type { UserIdentity } from '../event.ts'
import type { FormField } from './form-fields.ts'

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
  const own = addressed.find((field) => /e-?mail/i.test(field.remarks.join()))
  if (own && !addressed.some((field) => field.value !== own.value)) {
    const before = form.previousElementSibling
    const texts = form.querySelectorAll<HTMLButtonElement>('h1,h2,h3,h4,legend,label,button,[type=submit]')
    const purpose = [
      location.pathname,
      (form.cloneNode() as Element).outerHTML,
      before && before.matches('h1,h2,h3,h4') && before.textContent,
      ...[...texts].map((node) => node.textContent + node.value),
      ...own.remarks,
    ].join()
    const isLogIn =
      form.querySelector('[type=password]:not([autocomplete=new-password])') &&
      !/sign.?up|create|join|regist/i.test(purpose)
    const find = (pattern: RegExp) =>
      (fields.find((field) => pattern.test(field.name.replace(/[^a-z]/gi, ''))) || { value: '' }).value
    // About somebody else, or about an address that nobody has proven: invitations, gifts, searches, log-ins,
    // administration; and e-mail fields that are not for the visitor's own address.
    const isAboutOthers =
      /search|team.?m|(log|sign)[ -]?in\b|\b(share|refer)\b|\bto_|invit|recipient|reset|colleague|friend|admin|gift|(manager|boss|attendee|partner|guardian|spouse|parent|other|emergency|their|guest|owner|child).{0,4}mail|(update|new|edit|create|add).{1,3}(lead|contact|person|member|client|user|customer|employee)|forgot|send to/i.test(
        purpose,
      )
    if (!isLogIn && !isAboutOthers)
      identify({
        email: own.value,
        traits: {
          name: cleanId(
            find(/^(your|contact|full)?name$/i) ||
              `${find(/^fname|given|first/i)} ${find(/^lname|family|surname|last/i)}`,
          ),
        },
      })
  }
}
