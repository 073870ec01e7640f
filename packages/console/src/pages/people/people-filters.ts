import type { Filter } from '../../parts/filters/filter.ts'
import { sentence } from '../../parts/words.ts'
import { journeyStages, spans } from './people-search.ts'

const days = spans.map((value) => ({
  value,
  title: value === '1d' ? '1 day' : `${Number.parseInt(value, 10)} days`,
}))

/** What people are filtered by. */
export const peopleFilters: readonly Filter[] = [
  {
    id: 'stage',
    title: 'Journey',
    kind: 'choice',
    options: journeyStages.map((value) => ({ value, title: sentence(value) })),
  },
  { id: 'customer', title: 'Customer', kind: 'text', hint: 'Domain, exact name or id' },
  { id: 'active', title: 'Active in the last', kind: 'choice', options: days },
  { id: 'quiet', title: 'Quiet for', kind: 'choice', options: days },
  { id: 'trait', title: 'Trait', kind: 'text', hint: 'Name and value, such as plan=pro' },
]
