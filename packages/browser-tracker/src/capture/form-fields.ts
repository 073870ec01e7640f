import { isSensitiveName, isSensitiveValue } from '@customer-intel/contract/privacy'
import { cleanText } from '../clean.ts'
import { type List, toList } from '../list.ts'
import { native } from '../page/native.ts'

/** A form field's content that may leave the page. */
export interface FormField {
  /** The field's name, or its id; empty when it has neither. */
  name: string
  /** Trimmed. A list with several selected options yields several fields. */
  value: string
  /** Everything that describes the field: name, id, type, autocomplete, label, placeholder and so on. */
  labels: string[]
  control: Control
}

export type Control = HTMLInputElement & HTMLSelectElement

/** The first two name a field. */
const TELLING_ATTRIBUTES = ['name', 'id', 'type', 'autocomplete', 'placeholder', 'aria-label']
/** Which of them says what the browser may fill in. */
export const AUTOCOMPLETE = 3

/**
 * The fields of a form that may leave the page: filled in, neither secret by their description nor by value, neither in
 * `masked` (fields that once masked their text) nor on the page's own deny list.
 */
export const readFormFields = (
  form: HTMLFormElement,
  masked: WeakSet<object>,
  denylist?: List,
): FormField[] => {
  const denied = toList(denylist)
  const fields: FormField[] = []
  for (const control of native(form, 'elements') as Iterable<Control>) {
    const labels = TELLING_ATTRIBUTES.map((attribute) => control.getAttribute(attribute) || '')
    const name = labels[0] || labels[1]!
    const isChoice = /checkbox|radio/.test(control.type)
    // A choice's label names the option, for example "Credit card" as a way to pay.
    if (!isChoice) for (const label of control.labels || []) labels.push(label.textContent)

    const isEntered = isChoice ? control.checked : !/hidden|file|submit|reset|button/.test(control.type)
    if (
      !isEntered ||
      denied.some((part) => name.toLowerCase().includes(part)) ||
      masked.has(control) ||
      labels.some(isSensitiveName)
    )
      continue

    for (const { value } of control.selectedOptions || [control]) {
      const text = cleanText(value)
      if (text && !isSensitiveValue(text)) fields.push({ name, value: text, labels, control })
    }
  }
  return fields
}
