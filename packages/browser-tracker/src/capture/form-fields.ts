import { isSensitiveName, isSensitiveValue } from '@customer-intel/contract/privacy'
import { toList, type List } from '../list.ts'

/** What is entered in a form field that may leave the page. */
export interface FormField {
  /** The field's name, or its id; empty when it has neither. */
  name: string
  /** Without blanks around it. A list of which several options are chosen makes several of these. */
  value: string
  /** All that the page says about the field: name, id, type, autocomplete, label, placeholder and so on. */
  remarks: string[]
}

const MAX_VALUE_CHARS = 10_000

/**
 * The fields of a form that may leave the page: filled in, and secret neither by what the page says about them nor by
 * value; neither in `masked` (fields that once masked their text) nor on the page's own deny list.
 */
export const readFormFields = (
  form: HTMLFormElement,
  masked: WeakSet<object>,
  denylist?: List,
): FormField[] => {
  const fields: FormField[] = []
  for (const control of form.elements as Iterable<HTMLInputElement & HTMLSelectElement>) {
    const remarks = 'name id type autocomplete placeholder aria-label'
      .split(' ')
      .map((name) => control.getAttribute(name) || '')
    const name = remarks[0] || remarks[1]!
    const isChoice = /checkbox|radio/.test(control.type)
    // A choice's label names the option, as "Credit card" among ways to pay.
    if (!isChoice) for (const label of control.labels || []) remarks.push(label.textContent)
    if (
      !/hidden|file|submit|reset|button/.test(control.type) &&
      (control.checked || !isChoice) &&
      !masked.has(control) &&
      !remarks.some(isSensitiveName) &&
      !toList(denylist).some((denied) => denied && name.toLowerCase().includes(denied))
    )
      for (const { value } of control.selectedOptions || [control])
        if (value && !isSensitiveValue(value))
          fields.push({ name, value: value.trim().slice(0, MAX_VALUE_CHARS), remarks })
  }
  return fields
}
