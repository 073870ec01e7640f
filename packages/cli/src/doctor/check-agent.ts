import { readConfig } from '../setup/change-file.ts'
import { type AssistantClient, entryName, installedClients } from '../setup/clients.ts'
import { namesServer } from '../setup/edit-servers.ts'
import { toCliError } from '../to-cli-error.ts'
import type { Check } from './run-checks.ts'

/** Whether an assistant has svc. */
export async function checkAgent(client: AssistantClient): Promise<Check> {
  const result = (status: Check['status'], message: string): Check => ({ name: 'agent', status, message })
  const { id, name, path } = client
  try {
    if (await knows(client)) return result('pass', `${name} knows of it, by ${path}`)
    return result('fail', `${name} does not have it: run svc setup ${id}`)
  } catch (error) {
    return result('fail', toCliError(error).message)
  }
}

/** Which of the assistants on this machine have svc. None has to be. */
export async function checkAgents(clients: readonly AssistantClient[]): Promise<Check> {
  const found = installedClients(clients)
  const states = await Promise.all(found.map((client) => knows(client).catch(() => false)))
  const namesOf = (wanted: boolean) =>
    found.filter((_, index) => states[index] === wanted).map(({ name }) => name)
  const [configured, missing] = [namesOf(true), namesOf(false)]
  const detail = found.map(({ path }) => path).join(', ')
  const check = { name: 'agents', ...(detail && { detail }) } as const
  if (found.length === 0) return { ...check, status: 'pass', message: 'No assistant was found' }
  if (missing.length > 0)
    return { ...check, status: 'warn', message: `Not set up for ${missing.join(', ')}: svc setup` }
  return { ...check, status: 'pass', message: `Set up for ${configured.join(', ')}` }
}

async function knows({ path, format, field }: AssistantClient): Promise<boolean> {
  return namesServer(await readConfig(path), { format, field, path, name: entryName })
}
