import { createRandom, pick } from './random.ts'

export interface Person {
  name: string
  email: string
}

export interface Company {
  /** From 0. */
  index: number
  name: string
  domain: string
  /** The first one pays. */
  people: Person[]
}

export interface World {
  companies: Company[]
  /** Those who work at the vendor. */
  colleagues: Person[]
  /** Unix milliseconds: what happened lies before. */
  now: number
}

const first = 'Ada Ben Cleo Dan Eva Finn Gia Hugo Ines Jon Kim Lea Max Nora Otto Pia Quin Rosa Sam Tia'.split(
  ' ',
)
const last = 'Abel Berg Costa Dietz Engel Faber Gross Huber Iten Jung Klein Lang Moser Neri Orth'.split(' ')
const nouns = 'Harbor Maple Summit Copper Willow Falcon Cedar Granite Meadow Lantern Orchard Pioneer'.split(
  ' ',
)
const kinds = 'Labs Foods Logistics Energy Studio Health Robotics Travel Media Works'.split(' ')

/** One that examples name. */
const known = { index: 13, name: 'Lumar Health' }

/** The same world for the same options: companies with ten people each. */
export function createWorld({ companies = 200, seed = 7, now = Date.now() } = {}): World {
  const random = createRandom(seed)
  return {
    now,
    colleagues: ['Sol', 'Mira', 'Theo'].map((name) => ({
      name: `${name} Vendor`,
      email: `${name.toLowerCase()}@vendor.example`,
    })),
    companies: Array.from({ length: companies }, (_, index) => {
      const drawn = `${pick(random, nouns)} ${pick(random, kinds)}`
      const name = index === known.index ? known.name : `${drawn} ${index + 1}`
      const domain = `${name.toLowerCase().replaceAll(' ', '-')}.example`
      const people = Array.from({ length: 10 }, (__, person) => {
        const [given, family] = [pick(random, first), pick(random, last)]
        return { name: `${given} ${family}`, email: `${given}.${family}${person}@${domain}`.toLowerCase() }
      })
      return { index, name, domain, people }
    }),
  }
}
