import { setTimeout } from 'node:timers/promises'
import type { CustomerIntelServer } from '@customer-intel/server'

type Workspace = Awaited<ReturnType<CustomerIntelServer['workspaces']['createOrganization']>>

/**
 * Resolves once all that is in the log is in the answers, and what follows from it of customers. Says every five seconds
 * how far it is.
 */
export async function untilRead(
  { log, readModels }: Pick<Workspace, 'log' | 'readModels'>,
  say: (text: string) => void,
): Promise<void> {
  // It says at once where it can't be current within that time.
  for (let waits = 1; !(await readModels.fresh({ withinMs: 500 })).current; waits += 1) {
    await setTimeout(500)
    if (waits % 10 === 0)
      say(`${Math.floor((100 * readModels.projected) / (await log.end()))} % of the log is read`)
  }
  // A server that has just been started gets to them within minutes: who looks at once would miss who needs a call.
  while ((await readModels.refreshFacts(null, Date.now())) > 0);
}
