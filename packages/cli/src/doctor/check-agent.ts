import { readConfig } from '../setup/change-file.ts'
import { type AssistantClient, entryName } from '../setup/clients.ts'
import { namesServer } from '../setup/edit-servers.ts'
import { toCliError } from '../to-cli-error.ts'
import type { Check } from './run-checks.ts'

/** Whether an assistant has been told of svc. */
export async function checkAgent({ id, name, path, format, field }: AssistantClient): Promise<Check> {
  const told = (status: Check['status'], message: string): Check => ({ name: 'agent', status, message })
  try {
    const knows = namesServer(await readConfig(path), { format, field, path, name: entryName })
    if (knows) return told('pass', `${name} knows of it, by ${path}`)
    return told('fail', `${name} has not been told of it: run svc setup ${id}`)
  } catch (error) {
    return told('fail', toCliError(error).message)
  }
}
