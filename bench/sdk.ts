import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { SdkFigures, SdkSettings } from './sdk-child.ts'
import { countEvents, waitForEvents } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { median } from './support/percentile.ts'
import { freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const run = promisify(execFile)
const dist = fileURLToPath(new URL('../packages/node-sdk/dist', import.meta.url))
const child = fileURLToPath(new URL('sdk-child.ts', import.meta.url))
const repeats = 5
/** Events that a child sends before its burst. */
const warmUp = 15_000

/** What the SDK costs its host: import, call, memory; and how fast a burst is confirmed by a real server. */
export const sdk: Case = async (context) => {
  const script = new URL('../scripts/workspace/build.mjs', import.meta.url).href
  const { ensureBuilt } = (await import(script)) as { ensureBuilt: (names: string[]) => Promise<void> }
  await ensureBuilt(['node-sdk'])
  const dataDirectory = mkdtempSync(join(context.scratch, 'sdk-'))
  const server = await startServer(context.command, { dataDirectory, port: await freePort() })
  await countEvents(server)
  const events = Math.round(20_000 * context.scale)
  const publicKey = new URL(server.ingestUrl).pathname.split('/')[4]!
  const settings = { dist: pathToFileURL(dist).href, baseUrl: server.url, publicKey, events }

  const client = await importCpu('index.js')
  const track = await importCpu('track.js')
  context.log(`import: client ${figure(client, 'ms')}, tracker ${figure(track, 'ms')}`)
  const plain = await series(settings)
  const spooled = await series({ ...settings, spool: join(dataDirectory, 'spool') })
  await waitForEvents(server, 2 * repeats * (events + warmUp))
  const stored = await countEvents(server)
  await server.stop()
  rmSync(dataDirectory, { recursive: true })

  return {
    title: 'Node SDK',
    about:
      `The built package in a process of its own, against the real server without a rate limit; bursts of ` +
      `${events.toLocaleString('en-US')} events of about 350 bytes, stored exactly once: ` +
      `${stored === 2 * repeats * (events + warmUp) ? 'yes' : 'NO'}. Median of ${repeats}.`,
    columns: ['What', 'Without a spool', 'With a spool'],
    rows: [
      ['`track`, CPU a call', ...both(plain, spooled, (one) => figure(one.callMicroseconds, 'µs'))],
      ['burst, until all is confirmed', ...both(plain, spooled, (one) => figure(one.deliveryMs, 'ms'))],
      [
        'burst, growth of resident memory',
        ...both(plain, spooled, (one) => figure(one.residentGrowthBytes / 1024 ** 2, 'MB')),
      ],
      ['import of the client, CPU', figure(client, 'ms'), ''],
      ['import of the tracker, CPU', figure(track, 'ms'), ''],
    ],
  }

  async function series(one: SdkSettings): Promise<SdkFigures> {
    const runs: SdkFigures[] = []
    for (let repeat = 0; repeat < repeats; repeat++) {
      const { stdout } = await run(process.execPath, ['--import', 'tsx', child, JSON.stringify(one)])
      const figures = JSON.parse(stdout) as SdkFigures
      if (figures.acknowledged !== events)
        throw new Error(`Only ${figures.acknowledged} events were confirmed.`)
      runs.push(figures)
      context.log(`${one.spool ? 'spool' : 'no spool'}: ${stdout}`)
    }
    const middle = (value: (figures: SdkFigures) => number) => median(runs.map(value))
    return {
      callMicroseconds: middle((one) => one.callMicroseconds),
      deliveryMs: middle((one) => one.deliveryMs),
      residentGrowthBytes: middle((one) => one.residentGrowthBytes),
      acknowledged: events,
    }
  }
}

function both(plain: SdkFigures, spooled: SdkFigures, tell: (figures: SdkFigures) => string): string[] {
  return [tell(plain), tell(spooled)]
}

/** CPU milliseconds that an import takes, user and system, in a fresh process each time. */
async function importCpu(file: string): Promise<number> {
  const url = JSON.stringify(pathToFileURL(join(dist, file)).href)
  const program = `const a = process.cpuUsage(); await import(${url}); const b = process.cpuUsage(a); console.log((b.user + b.system) / 1000)`
  const times: number[] = []
  for (let repeat = 0; repeat < 3 * repeats; repeat++) {
    const { stdout } = await run(process.execPath, ['--input-type=module', '-e', program])
    times.push(Number(stdout))
  }
  return median(times)
}
