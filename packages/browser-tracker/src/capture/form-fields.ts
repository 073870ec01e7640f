import { isSensitiveName, isSensitiveValue } from '@customer-intel/contract/privacy'

/** A form field that may leave the page. */
export interface FormField {
  /** Its name, or its id; empty when it has neither. */
  name: string
  type: string
  value: string
  /** What the page says about the field: name, id, autocomplete, label, placeholder and so on. */
  hints: string[]
}

type Control = HTMLInputElement & { selectedOptions?: Iterable<HTMLOptionElement> }

const MAX_VALUE_CHARS = 10_000

const compact = (text: string) => text.toLowerCase().replace(/[-_\s]/g, '')

const readHints = (control: Control) =>
  [
    ...['name', 'id', 'autocomplete', 'placeholder', 'aria-label', 'title'].map(
      (name) => control.getAttribute(name) || '',
    ),
    ...[...(control.labels || [])].map((label) => label.textContent!.trim().slice(0, 80)),
  ].filter(Boolean)

/**
 * The fields of a form that may leave the page: filled in, and neither secret by type, by what the page says about
 * them, by value, nor by being in `hidden` (fields that once masked their text) or on the page's own deny list.
 */
export const readFormFields = (
  form: HTMLFormElement,
  hidden: WeakSet<object>,
  denylist: string[] = [],
): FormField[] => {
  const fields: FormField[] = []
  for (const control of Array.from(form.elements) as Control[]) {
    const { type } = control
    const choice = /^(checkbox|radio)$/.test(type)
    const value = control.selectedOptions
      ? [...control.selectedOptions].map((option) => option.value).join(', ')
      : control.value
    if (
      typeof value !== 'string' ||
      !value ||
      /^(password|hidden|file|submit|button|image|reset|output)$/.test(type) ||
      (choice && !control.checked) ||
      hidden.has(control)
    )
      continue
    const hints = readHints(control)
    const name = control.getAttribute('name') || control.id
    if (
      // A choice's label names the option, as "Credit card" among ways to pay.
      (choice ? [name] : hints).some(isSensitiveName) ||
      isSensitiveValue(value) ||
      denylist.some((denied) => compact(name).includes(compact(denied)))
    )
      continue
    fields.push({ name, type, value: value.slice(0, MAX_VALUE_CHARS), hints })
  }
  return fields
}
