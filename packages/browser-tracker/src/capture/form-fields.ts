import { isSensitiveName, isSensitiveValue } from '@customer-intel/contract/privacy'
import { type List, toList } from '../list.ts'

/** What is entered in a form field that may leave the page. */
export interface FormField {
  /** The field's name, or its id; empty when it has neither. */
  name: string
  /** Without blanks around it. A list of which several options are chosen makes several of these. */
  value: string
  /** All that the page says about the field: name, id, type, autocomplete, label, placeholder and so on. */
  remarks: string[]
}

type Control = HTMLInputElement & HTMLSelectElement

const MAX_VALUE_CHARS = 10_000
/** The first two name a field. */
const TELLING_ATTRIBUTES = ['name', 'id', 'type', 'autocomplete', 'placeholder', 'aria-label']

/**
 * The fields of a form that may leave the page: filled in, and secret neither by what the page says about them nor by
 * value; neither in `masked` (fields that once masked their text) nor on the page's own deny list.
 */
export const readFormFields = (
  form: HTMLFormElement,
  masked: WeakSet<object>,
  denylist?: List,
): FormField[] => {
  const denied = toList(denylist)
  const fields: FormField[] = []
  for (const control of form.elements as Iterable<Control>) {
    const remarks = TELLING_ATTRIBUTES.map((attribute) => control.getAttribute(attribute) || '')
    const name = remarks[0] || remarks[1]!
    const isChoice = /checkbox|radio/.test(control.type)
    // A choice's label names the option, as "Credit card" among ways to pay.
    if (!isChoice) for (const label of control.labels || []) remarks.push(label.textContent)

    const isEntered = isChoice ? control.checked : !/hidden|file|submit|reset|button/.test(control.type)
    const isDenied = denied.some((part) => name.toLowerCase().includes(part))
    if (!isEntered || isDenied || masked.has(control) || remarks.some(isSensitiveName)) continue

    for (const { value } of control.selectedOptions || [control]) {
      const text = (value || '').trim().slice(0, MAX_VALUE_CHARS)
      if (text && !isSensitiveValue(text)) fields.push({ name, value: text, remarks })
    }
  }
  return fields
}
