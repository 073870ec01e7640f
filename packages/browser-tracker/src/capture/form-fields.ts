import { isSensitiveName, isSensitiveValue } from '@customer-intel/contract/privacy'

/** A form field that may leave the page. */
export interface FormField {
  /** Its name, or its id; empty when it has neither. */
  name: string
  /** Without blanks around it. */
  value: string
  /** All that the page says about the field: name, id, type, autocomplete, label, placeholder and so on. */
  hints: string[]
}

const MAX_VALUE_CHARS = 10_000

/**
 * The fields of a form that may leave the page: filled in, and secret neither by type nor by what the page says about
 * them nor by value; neither in `masked` (fields that once masked their text) nor on the page's own deny list.
 */
export const readFormFields = (
  form: HTMLFormElement,
  masked: WeakSet<object>,
  denylist: string[] | string = [],
): FormField[] => {
  const fields: FormField[] = []
  for (const control of [...form.elements] as HTMLInputElement[]) {
    const { type, labels, value } = control
    const hints = ['name', 'id', 'autocomplete', 'placeholder', 'aria-label'].map(
      (name) => control.getAttribute(name) || '',
    )
    const name = hints[0] || hints[1]!
    const isChoice = /checkbox|radio/.test(type)
    // A choice's label names the option, as "Credit card" among ways to pay.
    if (labels && !isChoice) labels.forEach((label) => hints.push(label.textContent))
    if (
      value &&
      !/password|hidden|file|submit|button|image|reset/.test(type) &&
      (control.checked || !isChoice) &&
      !masked.has(control) &&
      !hints.some(isSensitiveName) &&
      !isSensitiveValue(value) &&
      // A script tag gives the list as text.
      !String(denylist)
        .split(',')
        .some((denied) => denied && name.toLowerCase().includes(denied.toLowerCase()))
    )
      fields.push({ name, value: value.trim().slice(0, MAX_VALUE_CHARS), hints: [type, ...hints] })
  }
  return fields
}
