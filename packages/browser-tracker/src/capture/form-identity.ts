import { toWords } from '@customer-intel/contract/privacy'
import { cleanText, isEmail } from '../clean.ts'
import type { StoredUser } from '../identity/user.ts'
import { native } from '../page/native.ts'
import type { FormField } from './form-fields.ts'
import { ABOUT_OTHERS, OWN_ADDRESS } from './form-words.ts'

/** How much text in and around a form says what it is for. */
const AROUND_CHARS = 300

/**
 * Identifies the person who filled in a form, on evidence that its e-mail address is their own; does nothing in doubt. The
 * rules: docs/tracker.md. `fields`: those that may leave the page.
 */
export const identifyByForm = (
  form: HTMLFormElement,
  fields: FormField[],
  identify: (user: StoredUser) => void,
): void => {
  const [own, ...others] = fields.filter((field) => isEmail(field.value))
  if (!own || others.some((field) => field.value !== own.value)) return

  const { control, value: email, labels } = own
  const has = (selector: string) => native(form, 'querySelector').call(form, selector)
  const isOwn =
    control.closest('[data-svc-identify]') ||
    (!ABOUT_OTHERS.test(toWords(labels + readPurpose(form))) &&
      // Entered twice, and not with a message as a gift's is; called the visitor's own; filled in by the browser.
      ((others[0] && !has('textarea')) ||
        OWN_ADDRESS.test(toWords(String(labels))) ||
        control.matches('[autocomplete=email],[autocomplete~=username],:-webkit-autofill') ||
        // A log-in or sign-up. Whoever gives others an account chooses their role.
        (has('[type=password]') && !has('select,[type=radio]'))))
  if (!isOwn) return

  const names = fields.filter(({ name }) => /^(?!_user|_comp).*name_$|^_(first|last)_/.test(toWords(name)))
  identify({
    email,
    traits: { name: cleanText(names.map(({ value }) => value).join(' ')) },
    isByForm: true,
  })
}

/** What says what a form is for: its text, and some of what stands around it. */
const readPurpose = (form: HTMLElement): string => {
  let text = ''
  for (
    let around: HTMLElement | null = form;
    around && !text[AROUND_CHARS];
    around = native(around, 'parentElement')
  )
    text += native(around, 'innerText')
  return text
}
