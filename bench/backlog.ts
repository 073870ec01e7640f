import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { startPostgres } from '../packages/server/test/support/postgres.ts'
import { actingEnvironment, openActing } from './support/acting.ts'
import type { Case, CaseContext } from './support/case.ts'
import { cpuSeconds } from './support/processes.ts'
import { freePort, type RunningServer, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'
import { waitUntil } from './support/wait-until.ts'

const fullMessages = 200
/** What the last message has to come within, from the last event's arrival. */
const allowedMs = 10_000

/** Events that come at once, each of which makes an automation write a message: how soon all came, and what each costs. */
export const backlog: Case = async (context) => {
  const count = Math.max(20, Math.round(fullMessages * context.scale))
  const database = await startPostgres()
  try {
    const url = await database.createDatabase()
    const secretKey = randomBytes(32).toString('base64')
    const places: Record<string, Record<string, string>[]> = {
      'one server over files': [{}],
      'three that share organizations, over PostgreSQL': Array.from({ length: 3 }, () => ({
        SVC_DATABASE_URL: url,
        SVC_SECRET_KEY: secretKey,
      })),
    }
    const measured = []
    for (const [name, environments] of Object.entries(places)) {
      const servers = await start(context, name, environments)
      measured.push({ name, ...(await measure(servers, count)) })
      await Promise.all(servers.map((server) => server.stop()))
    }
    return {
      title: 'A backlog of messages',
      about: `${count} events of people nobody knew, as fast as they are accepted, each of which makes an automation with an agent by rule send a webhook on this machine a message. Times since the last event was accepted (${figure(allowedMs, 'ms')} allowed for all); processor time of all servers' processes, from the first event to the last acknowledgement.`,
      columns: ['', 'Half came', 'All came', 'Processor time a message'],
      rows: measured.map(({ name, halfMs, allMs, cpuMs }) => [
        name,
        figure(halfMs, 'ms'),
        figure(allMs, 'ms'),
        figure(cpuMs, 'ms'),
      ]),
      failures: measured.flatMap(({ name, faults, allMs }) => [
        ...faults.map((fault) => `${name}: ${fault}`),
        ...(allMs > allowedMs ? [`${name}: ${count} messages take over ${allowedMs} ms`] : []),
      ]),
    }
  } finally {
    await database.dispose()
  }
}

async function start(
  { command, scratch }: CaseContext,
  name: string,
  environments: readonly Record<string, string>[],
): Promise<RunningServer[]> {
  const servers: RunningServer[] = []
  for (const [index, environment] of environments.entries()) {
    const port = await freePort()
    const server = await startServer(command, {
      dataDirectory: join(scratch, `${name.replaceAll(/\W+/g, '-')}-${index}`),
      port,
      environment: {
        ...actingEnvironment,
        SVC_MESSAGES_PER_HOUR: '100000',
        ...environment,
        ...(environments.length > 1 && { SVC_NODE_URL: `http://127.0.0.1:${port}` }),
      },
    })
    const isReady = () => fetch(`${server.url}/health/ready`).then(({ ok }) => ok)
    await waitUntil('the server to be ready', isReady, { timeoutMs: 60_000 })
    servers.push(server)
  }
  return servers
}

/** Events come to all servers in turn. */
async function measure(servers: readonly RunningServer[], count: number) {
  const acting = await openActing(servers[0]!)
  const wait = (messages: number) =>
    waitUntil(`${messages} messages`, () => acting.received.size >= messages, {
      everyMs: 20,
      timeoutMs: 300_000,
    })
  const pids = () => servers.flatMap((server) => server.pids())
  await acting.send(servers[0]!)
  await wait(1)
  const cpuBefore = cpuSeconds(pids())
  for (let sent = 0; sent < count; sent += 20)
    await Promise.all(Array.from({ length: 20 }, (_, index) => acting.send(servers[index % servers.length]!)))
  const begun = performance.now()
  await wait(1 + count / 2)
  const halfMs = performance.now() - begun
  await wait(1 + count)
  const allMs = performance.now() - begun
  await acting.settled(() => servers[0]!)
  const cpuMs = ((cpuSeconds(pids()) - cpuBefore) * 1_000) / count
  const faults = await acting.faultsOf(servers[0]!)
  acting.close()
  return { halfMs, allMs, cpuMs, faults }
}
