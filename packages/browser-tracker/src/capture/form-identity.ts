import { toWords } from '@customer-intel/contract/privacy'
import { cleanText, isEmail } from '../clean.ts'
import type { StoredUser } from '../identity/user.ts'
import { native } from '../page/native.ts'
import { AUTOCOMPLETE, type FormField } from './form-fields.ts'
import { ABOUT_OTHERS, OWN_ACCOUNT, OWN_ADDRESS } from './form-words.ts'

/**
 * Identifies the person who filled in a form, on evidence that its e-mail address is their own; does nothing in doubt. The
 * rules: docs/tracker.md. `fields`: those that may leave the page; `submitter`: the
 * button that was pressed.
 */
export const identifyByForm = (
  form: HTMLFormElement,
  fields: FormField[],
  submitter: HTMLButtonElement | null,
  identify: (user: StoredUser) => void,
): void => {
  const [own, ...others] = fields.filter((field) => isEmail(field.value))
  if (!own || others.some((field) => field.value !== own.value)) return

  const { control, value: email, labels } = own
  const isOwn =
    control.closest('[data-svc-identify]') ||
    (!ABOUT_OTHERS.test(toWords(labels + (native(form, 'parentElement') || form).innerText)) &&
      // The name of an account, or in a list as check-outs have it; filled in by the browser.
      (/username|^((?!shipping).)+ email/i.test(labels[AUTOCOMPLETE]!) ||
        control.matches(':-webkit-autofill') ||
        // With a password it may be an account for somebody else, or what is done to them: the button says it.
        (native(form, 'querySelector').call(form, '[type=password]')
          ? OWN_ACCOUNT.test(toWords(`${submitter?.value}${submitter?.textContent}`))
          : labels.some((label) => OWN_ADDRESS.test(toWords(label))))))
  if (!isOwn) return

  const names = fields.filter(({ name }) => /^(?!_user|_comp).*name_$|^_(first|last)_/.test(toWords(name)))
  identify({
    email,
    traits: { name: cleanText(names.map(({ value }) => value).join(' ')) },
    isByForm: true,
  })
}
