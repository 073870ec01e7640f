import { catalogue } from '../generated/catalogue.ts'

export type Answer = Record<string, unknown>

/** Facts, each with whether filters take its type and its category: `public`, else `internal`. */
function withFilterability(answer: Answer): Answer {
  const facts = answer.facts as readonly Answer[]
  return {
    ...answer,
    facts: facts.map((fact) => ({
      ...fact,
      filterability: {
        factType: isFilter('factTypes', fact.factType) ? 'public' : 'internal',
        factCategory: isFilter('factCategories', fact.factCategory) ? 'public' : 'internal',
      },
    })),
  }
}

function isFilter(name: string, value: unknown): boolean {
  const tool = catalogue.tools.find((one) => one.name === 'svc_list_facts')
  return tool?.fields.find((field) => field.name === name)?.values?.includes(String(value)) ?? false
}

/** Customers: of one whose latest activity lies ahead, by a clock that was wrong, it isn't known when it was. */
function withoutNegativeAges(answer: Answer): Answer {
  const items = answer.items as readonly Answer[]
  return {
    ...answer,
    items: items.map((item) =>
      Number(item.daysSinceActivity) < 0 ? { ...item, daysSinceActivity: null, lastActivityAt: null } : item,
    ),
  }
}

/** What is printed of a tool's answer, where it isn't the answer itself. */
export const adapters: Readonly<Record<string, (answer: Answer) => Answer>> = {
  svc_list_customers: withoutNegativeAges,
  svc_list_facts: withFilterability,
}
