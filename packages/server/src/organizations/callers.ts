import type { Workspace } from '../kernel/workspace/workspace.ts'
import { callerIdOf } from './members/sign-in.ts'

/** A key or a person, as audit and usage name them. */
export interface KnownCaller {
  id: string
  /** Null: they are gone. */
  name: string | null
  kind: 'user' | 'key'
}

/** Finds who has the id that requests are counted by. */
export function callersOf({ document }: Pick<Workspace, 'document'>): (id: string) => KnownCaller {
  const names = new Map<string, string | null>([
    ...document.apiKeys.map(({ id, name }) => [id, name] as const),
    ...document.users.map((user) => [callerIdOf(user), user.name ?? user.email] as const),
  ])
  return (id) => ({ id, name: names.get(id) ?? null, kind: id.startsWith('user:') ? 'user' : 'key' })
}
