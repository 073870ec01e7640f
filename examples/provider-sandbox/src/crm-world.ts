import { createRandom, pick } from './random.ts'
import type { Company, Person, World } from './world.ts'

/** A deal of the world, as both CRMs play it. */
export interface WorldDeal {
  company: Company
  person: Person
  /** Which colleague looks after it. */
  owner: number
  title: string
  text: string
  amount: number
  currency: 'USD' | 'EUR'
  /** From 0: which stage of the pipeline. */
  stage: number
  /** Unix milliseconds. */
  createdAt: number
  changedAt: number
}

const day = 86_400_000
const asks = [
  'They want the export before they sign',
  'Their security team asks for single sign-on',
  'They compare us with a competitor on price',
  'The pilot with two teams goes well',
]

/** Deals with three of four companies, in five stages: the fourth is won, the fifth lost. */
export function dealsOf(world: World): WorldDeal[] {
  const random = createRandom(23)
  return world.companies.flatMap((company): WorldDeal[] => {
    const stage = Math.floor(random() * 5)
    const amount = 1_000 + Math.floor(random() * 90) * 100 + 0.5
    const text = `${pick(random, asks)}. ${company.name} decides in spring.`
    if (company.index % 4 === 3) return []
    const createdAt = world.now - (company.index + 5) * 2 * day
    return [
      {
        company,
        person: company.people[company.index % 3]!,
        owner: company.index % world.colleagues.length,
        title: `${company.name}, ${amount > 5_000 ? 'enterprise' : 'team'} plan`,
        text,
        amount,
        currency: company.index % 5 === 0 ? 'EUR' : 'USD',
        stage,
        createdAt,
        changedAt: createdAt + 3 * day,
      },
    ]
  })
}
