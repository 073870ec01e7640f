import type { Person } from '../../src/privacy/person.ts'

/** Somebody to erase. */
export function jane(person: Partial<Person> = {}): Person {
  return {
    keys: ['email:jane@acme.com', 'user:u-4711'],
    publicIds: ['uJane0000001'],
    names: ['Jane Doe'],
    events: [],
    serverEvents: [],
    sources: [],
    attended: [],
    members: ['sam@seller.test'],
    alias: 'x7Kq2mZp9RtB',
    ...person,
  }
}
