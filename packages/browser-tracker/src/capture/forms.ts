import { cleanId } from '../clean.ts'
import type { Write } from '../event.ts'
import type { StoredUser } from '../identity/user.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { USER_KEY } from '../storage/keys.ts'
import { load } from '../storage/storage.ts'
import { readFormFields } from './form-fields.ts'
import { identifyByForm } from './form-identity.ts'

/** Records submitted forms, also in open shadow roots, and identifies the visitor by them. */
export const captureForms = (
  options: TrackerOptions,
  listen: Listen,
  write: Write,
  identify: (user: StoredUser) => void,
): void => {
  const watchedRoots = new WeakSet<object>()
  /** Fields that once masked their text: "show password" makes them plain ones. */
  const masked = new WeakSet<object>()

  const submitted = ({ target: form }: Event & { target: HTMLFormElement }) => {
    const fields = readFormFields(form, masked, options.formFieldDenylist)
    // A known user is never replaced.
    if (options.autoIdentify !== false && !load(USER_KEY)) identifyByForm(form, fields, identify)

    const formFields: Record<string, string> = {}
    for (const { name, value } of fields)
      if (name) formFields[name] = formFields[name] ? `${formFields[name]}, ${value}` : value
    // Not `form.id`: a field with the name `id` would hide it.
    const formId = cleanId(form.getAttribute('id') || form.getAttribute('name'))
    if (options.trackForms !== false && Object.keys(formFields)[0]) write('form', { formId, formFields })
  }

  listen('submit', submitted)
  // A submit event stays within its shadow root. A form is always touched before it is submitted.
  listen('focusin click', (event) => {
    for (const node of event.composedPath() as HTMLInputElement[]) {
      if (node.type === 'password') masked.add(node)
      if ((node as Node) instanceof ShadowRoot && !watchedRoots.has(node)) {
        watchedRoots.add(node)
        listen('submit', submitted, node)
      }
    }
  })
}
