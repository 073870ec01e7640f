import type { Capture } from './capture.ts'
import { readFormFields } from './form-fields.ts'
import { readFormIdentity } from './form-identity.ts'

/** Records submitted forms, in open shadow roots too, and tells who filled them in. */
export const captureForms = ({ options, listen, draft, write, suggestUser }: Capture): void => {
  /** Shadow roots that are watched, submissions that were seen, and fields that once masked their text. */
  const known = new WeakSet<object>()
  const isNew = (thing: object) => !known.has(thing) && !!known.add(thing)

  const submitted = (event: Event) => {
    const form = event.target as HTMLFormElement
    if (!isNew(event) || !form.elements) return
    const fields = readFormFields(form, known, options.formFieldDenylist)
    const identity = options.autoIdentify !== false && readFormIdentity(form, fields)
    if (identity) suggestUser(identity)
    if (options.trackForms === false) return
    const formFields: Record<string, string> = {}
    for (const { name, value } of fields)
      if (name) formFields[name] = formFields[name] ? `${formFields[name]}, ${value}` : value
    if (Object.keys(formFields)[0])
      write(
        draft('form', {
          formId: form.getAttribute('id') || form.getAttribute('name') || undefined,
          formFields,
        }),
      )
  }

  listen(window, 'submit', submitted)
  // A submission stays within its shadow root. Nobody submits a form without having touched it.
  listen(window, 'focusin click', (event) => {
    for (const node of event.composedPath()) {
      if (node instanceof ShadowRoot && isNew(node)) listen(node, 'submit', submitted)
      if ((node as HTMLInputElement).type === 'password') known.add(node)
    }
  })
}
