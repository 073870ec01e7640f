import { cleanId } from '../clean.ts'
import type { UserIdentity, Write } from '../event.ts'
import { USER_KEY } from '../identity/user.ts'
import type { TrackerOptions } from '../options.ts'
import type { Listen } from '../page/listen.ts'
import { load } from '../storage/storage.ts'
import { readFormFields } from './form-fields.ts'
import { identifyByForm } from './form-identity.ts'

/** Records submitted forms, in open shadow roots too, and suggests who filled them in. */
export const captureForms = (
  options: TrackerOptions,
  listen: Listen,
  write: Write,
  identify: (user: UserIdentity) => void,
): void => {
  /** Shadow roots that are watched, and fields that once masked their text. */
  const known = new WeakSet<object>()

  const submitted = ({ target: form }: Event & { target: HTMLFormElement }) => {
    const fields = readFormFields(form, known, options.formFieldDenylist)
    // A known user is never replaced.
    if (options.autoIdentify !== false && !load(USER_KEY)) identifyByForm(form, fields, identify)
    const formFields: Record<string, string> = {}
    for (const { name, value } of fields)
      if (name) formFields[name] = formFields[name] ? `${formFields[name]}, ${value}` : value
    if (options.trackForms !== false && Object.keys(formFields)[0])
      write('form', { formId: cleanId(form.getAttribute('id') || form.getAttribute('name')), formFields })
  }

  listen('submit', submitted)
  // A submission stays within its shadow root. Nobody submits a form without having touched it.
  listen('focusin click', (event) => {
    for (const node of event.composedPath() as HTMLInputElement[]) {
      if (node.type === 'password') known.add(node)
      if ((node as Node) instanceof ShadowRoot && !known.has(node)) {
        known.add(node)
        listen('submit', submitted, node)
      }
    }
  })
}
