import type { Filter, Option } from '../../parts/filters/filter.ts'
import { sentence } from '../../parts/words.ts'
import { activityWindows, billingStatuses, factTypes, mrrStatuses } from './customer-words.ts'

const titled = (words: readonly string[]): Option[] =>
  words.map((value) => ({ value, title: sentence(value) }))
const windows = activityWindows.map((value) => ({ value, title: `${Number.parseInt(value, 10)} days` }))

/** What customers are filtered by. `owners`: the members, once they are known. */
export function customerFilters(owners: readonly Option[]): Filter[] {
  return [
    { id: 'billing', title: 'Billing', kind: 'choice', options: titled(billingStatuses) },
    { id: 'facts', title: 'Known to have', kind: 'choices', options: titled(factTypes) },
    { id: 'active', title: 'Active in the last', kind: 'choice', options: windows },
    { id: 'quiet', title: 'Quiet for', kind: 'choice', options: windows },
    { id: 'owner', title: 'Owner', kind: 'choice', options: owners },
    {
      id: 'owned',
      title: 'Has an owner',
      kind: 'choice',
      options: [
        { value: 'yes', title: 'Yes' },
        { value: 'no', title: 'No' },
      ],
    },
    {
      id: 'above',
      title: 'Pays more than',
      kind: 'number',
      hint: 'A month, in whatever currency: filter by currency too',
    },
    {
      id: 'below',
      title: 'Pays less than',
      kind: 'number',
      hint: 'A month, in whatever currency: filter by currency too',
    },
    { id: 'currency', title: 'Currency', kind: 'text', hint: 'Such as EUR' },
    { id: 'mrr', title: 'Recurring revenue is', kind: 'choice', options: titled(mrrStatuses) },
    { id: 'activated', title: 'Activated since', kind: 'date' },
    { id: 'trait', title: 'Trait', kind: 'text', hint: 'Name and value, such as plan=pro' },
  ]
}
