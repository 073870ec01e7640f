import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { countEvents } from './support/ask.ts'
import type { Case } from './support/case.ts'
import { median } from './support/percentile.ts'
import { apiKey, freePort, startServer } from './support/server-program.ts'
import { figure } from './support/table.ts'

const dist = fileURLToPath(new URL('../packages/cli/dist', import.meta.url))
const repeats = 31
const budgets = { version: 60, list: 120, bytes: 1_000_000 }

/** What a command of `svc` costs above a node that does nothing, and how large the package is. */
export const cli: Case = async (context) => {
  const script = new URL('../scripts/workspace/build.mjs', import.meta.url).href
  const { ensureBuilt } = (await import(script)) as { ensureBuilt: (names: string[]) => Promise<void> }
  await ensureBuilt(['cli'])
  const folder = mkdtempSync(join(context.scratch, 'cli-'))
  const server = await startServer(context.command, {
    dataDirectory: join(folder, 'data'),
    port: await freePort(),
  })
  await countEvents(server)
  const hook = join(folder, 'hook.cjs')
  writeFileSync(
    hook,
    `process.on('exit', () => { const { user, system } = process.cpuUsage(); require('fs').writeSync(3, String(user + system)) })`,
  )
  const cpuMs = (args: readonly string[]) => cpuOf([`--require=${hook}`, ...args], server.url, folder)
  const svc = join(dist, 'main.js')
  const empty = join(folder, 'empty.mjs')
  writeFileSync(empty, '')
  const runs: Record<'bare' | 'version' | 'help' | 'list', number[]> = {
    bare: [],
    version: [],
    help: [],
    list: [],
  }
  // In turns: whatever else the machine does falls on all alike.
  for (let repeat = 0; repeat < repeats; repeat++) {
    runs.bare.push(await cpuMs([empty]))
    runs.version.push(await cpuMs([svc, '--version']))
    runs.help.push(await cpuMs([svc, '--help']))
    runs.list.push(await cpuMs([svc, 'customers', 'list']))
  }
  await server.stop()
  const bare = median(runs.bare)
  const above = (name: keyof typeof runs) => median(runs[name]) - bare
  const bytes = installedBytes(dist)
  const over = [
    above('version') > budgets.version && '--version takes too long',
    above('list') > budgets.list && 'customers list takes too long',
    bytes > budgets.bytes && 'the package is too large',
  ].filter((failure) => failure !== false)
  rmSync(folder, { recursive: true })
  return {
    title: 'Command line',
    about: `CPU of the process above that of a node that runs an empty module (${figure(bare, 'ms')}), against the real server. Median of ${repeats}.`,
    columns: ['What', 'Measured', 'Budget'],
    rows: [
      ['`svc --version`', figure(above('version'), 'ms'), `${budgets.version} ms`],
      ['`svc --help`', figure(above('help'), 'ms'), '–'],
      ['`svc customers list`', figure(above('list'), 'ms'), `${budgets.list} ms`],
      ['what is installed, without its one dependency', figure(bytes / 1_000, 'KB'), '1,000 KB'],
    ],
    failures: over,
  }
}

async function cpuOf(args: readonly string[], url: string, home: string): Promise<number> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'ignore', 'inherit', 'pipe'],
    env: { PATH: process.env.PATH, XDG_CONFIG_HOME: home, SVC_API_URL: url, SVC_API_KEY: apiKey },
  })
  let told = ''
  child.stdio[3]!.on('data', (chunk: Buffer) => (told += chunk.toString()))
  const [code] = (await once(child, 'close')) as [number]
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}`)
  return Number(told) / 1_000
}

function installedBytes(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0)
}
