import { isEmail } from '../clean.ts'
import type { StoredUser } from '../identity/user.ts'
import type { FormField } from './form-fields.ts'

/**
 * Forms about somebody else, or about an address that nobody has proven: invitations, gifts, searches, log-ins;
 * e-mail fields that are not for the visitor's own address; administration of other people's records.
 */
const ABOUT_OTHERS =
  /search|team.?m|(log|sign)[ -]?in\b|\b(share|refer)\b|\bto_|invit|recipient|reset|colleague|friend|admin|gift|(manager|boss|attendee|partner|guardian|spouse|parent|other|emergency|their|guest|owner|child).{0,4}mail|(update|new|edit|create|add).{1,3}(lead|contact|person|member|client|user|customer|employee)|forgot|send to/i
const SIGN_UP = /sign.?up|create|join|regist/i

/** The fields of the visitor's name: one for all of it, or first and last name in the order of the form. */
const NAME = /^(your|contact|full|[fl])?name$|(first|given|last|family|sur)(name)?$/i

/**
 * States who filled in a form, when it can only be about the visitor's own e-mail address; nothing in any doubt. `fields`
 * are those that may leave the page.
 */
export const identifyByForm = (
  form: HTMLFormElement,
  fields: FormField[],
  identify: (user: StoredUser) => void,
): void => {
  const own = fields.find(({ value, remarks }) => isEmail(value) && /e-?mail/i.test(remarks.join()))
  if (!own || fields.some(({ value }) => isEmail(value) && value !== own.value)) return

  const purpose = [readPurpose(form), own.remarks].join()
  const isLogIn = form.querySelector('[type=password]') && !SIGN_UP.test(purpose)
  if (isLogIn || ABOUT_OTHERS.test(purpose)) return

  const names = fields.filter(({ name }) => NAME.test(name.replace(/[^a-z]/gi, ''))).map(({ value }) => value)
  identify({ email: own.value, traits: { name: names.join(' ') || undefined }, isByForm: true })
}

const TELLING = 'h1,h2,h3,h4,legend,label,button,[type=submit]'

/** All that tells what a form is for: address, attributes, heading, labels and buttons. */
const readPurpose = (form: HTMLFormElement): string => {
  const nodes = [form.previousElementSibling, ...form.querySelectorAll('*')] as HTMLButtonElement[]
  const texts = nodes.map((node) => node && node.matches(TELLING) && [node.textContent, node.value])
  return [location.pathname, (form.cloneNode() as Element).outerHTML, ...texts].join()
}
