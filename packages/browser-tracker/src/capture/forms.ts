import { cleanText } from '../clean.ts'
import type { Write } from '../event.ts'
import type { StoredUser } from '../identity/user.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { native } from '../page/native.ts'
import { USER_KEY } from '../storage/keys.ts'
import { load } from '../storage/storage.ts'
import { attempt } from '../warn.ts'
import { readFormFields } from './form-fields.ts'
import { identifyByForm } from './form-identity.ts'

const DOCUMENT_FRAGMENT = 11

/** Records submitted forms, also in open shadow roots, and identifies the visitor by them. */
export const captureForms = (
  options: TrackerOptions,
  listen: Listen,
  write: Write,
  identify: (user: StoredUser) => void,
): void => {
  /** Fields that once masked their text, as "show password" makes them plain ones; and shadow roots. */
  const seen = new WeakSet<object>()

  const submitted = ({
    target: form,
    submitter,
  }: Event & { target: HTMLFormElement; submitter: HTMLButtonElement | null }) => {
    const fields = readFormFields(form, seen, options.formFieldDenylist)
    // A known user is never replaced.
    if (options.autoIdentify !== false && !load(USER_KEY))
      attempt(() => identifyByForm(form, fields, submitter, identify))

    const formFields: Record<string, string> = {}
    for (const { name, value } of fields)
      if (name) formFields[name] = formFields[name] ? `${formFields[name]}, ${value}` : value
    // Not `form.id`: a field with the name `id` would hide it.
    if (options.trackForms !== false && Object.keys(formFields)[0])
      write('form', { formId: cleanText(native(form, 'id') || native(form, 'name')), formFields })
  }

  listen('submit', submitted)
  // A submit event stays within its shadow root. A form is always touched before it is submitted.
  listen('focusin click', (event) => {
    for (const node of event.composedPath() as HTMLInputElement[]) {
      if (node.type === 'password') seen.add(node)
      // A fragment on the path is a shadow root.
      if (node.nodeType === DOCUMENT_FRAGMENT && !seen.has(node)) {
        seen.add(node)
        listen('submit', submitted, node)
      }
    }
  })
}
