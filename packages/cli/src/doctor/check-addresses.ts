import type { Io } from '../io.ts'
import { addressesOf } from '../session/session.ts'
import type { Check } from './run-checks.ts'

/** Two variables that name different servers: `svc` talks to one of them, the SDK to the other. */
export function checkAddresses(env: Io['env'], url: string | undefined): Check[] {
  const [first, second] = addressesOf(env)
  if (first === undefined || second === undefined) return []
  if (comparable(first.address) === comparable(second.address)) return []
  const used = url === undefined ? `svc uses ${first.name}` : 'svc uses --url'
  return [
    {
      name: 'address',
      status: 'warn',
      message: `${first.name} is ${first.address}, ${second.name} is ${second.address}: ${used}, the SDK ${second.name}. Unset one, or make them equal`,
    },
  ]
}

function comparable(address: string): string {
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/+$/, '')
}
