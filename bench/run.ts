/**
 * `pnpm bench [name …]`: runs the named benchmarks, or all, and prints their tables.
 *
 *   --write        puts the results into docs/benchmarks.md
 *   --scale 0.1    a tenth of the data and of the durations, for a quick look; up to 20 times as much; can't be written
 *   --minutes 10   how long `ceiling` runs
 *   --only NAMES   the histories of `hostile` to run, with commas between them; without it all of them
 *   --source       runs the server from its sources, unbuilt: slower to start, otherwise the same
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { backlog } from './backlog.ts'
import { boot } from './boot.ts'
import { ceiling } from './ceiling.ts'
import { cli } from './cli.ts'
import { console as consolePages } from './console.ts'
import { exporting } from './export.ts'
import { facts } from './facts.ts'
import { fairness } from './fairness.ts'
import { hostile } from './hostile.ts'
import { idle } from './idle.ts'
import { ingest } from './ingest.ts'
import { message } from './message.ts'
import { nodes } from './nodes.ts'
import { postgres } from './postgres.ts'
import { mcp } from './mcp.ts'
import { projection } from './projection.ts'
import { reads } from './reads.ts'
import { search } from './search.ts'
import { sdk } from './sdk.ts'
import { suggestions } from './suggestions.ts'
import { sync } from './sync.ts'
import { signals } from './signals.ts'
import type { Case } from './support/case.ts'
import { hostileHistories } from './support/hostile-histories.ts'
import { machine, updateResultsPage } from './support/results-page.ts'
import { serverCommand } from './support/server-program.ts'
import type { Table } from './support/table.ts'
import { toMarkdown } from './support/table.ts'
import { tracker } from './tracker.ts'

const cases: Record<string, Case> = {
  ingest,
  boot,
  projection,
  reads,
  search,
  facts,
  signals,
  message,
  backlog,
  fairness,
  console: consolePages,
  export: exporting,
  sdk,
  mcp,
  tracker,
  cli,
  postgres,
  nodes,
  sync,
  suggestions,
  idle,
  hostile,
  ceiling,
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    scale: { type: 'string', default: '1' },
    minutes: { type: 'string', default: '10' },
    only: { type: 'string' },
    source: { type: 'boolean', default: false },
  },
})
const scale = Number(values.scale)
const minutes = Number(values.minutes)
const only = values.only?.split(',') ?? null
const names = positionals.length > 0 ? positionals : Object.keys(cases)
const problem = findProblem()
if (problem === null) await runAll()
else {
  console.error(problem)
  process.exitCode = 2
}

function findProblem(): string | null {
  const unknown = names.find((name) => !(name in cases))
  if (unknown !== undefined)
    return `No benchmark is named ${unknown}; there are: ${Object.keys(cases).join(', ')}`
  if (!(scale > 0 && scale <= 20)) return `--scale must be over 0 and at most 20; it is ${values.scale}`
  if (!(minutes > 0)) return `--minutes must be over 0; it is ${values.minutes}`
  if (values.write && (scale !== 1 || only !== null))
    return '--write needs the full size: leave --scale and --only away'
  const strange = only?.find((name) => !(name in hostileHistories))
  if (strange !== undefined)
    return `No history is named ${strange}; there are: ${Object.keys(hostileHistories).join(', ')}`
  return null
}

async function runAll(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'customer-intel-bench-'))
  const command = await serverCommand({ source: values.source })
  const tables: Table[] = []
  console.log(`On ${machine()}${scale === 1 ? '' : `, at ${scale} of the full size`}.\n`)
  try {
    for (const name of names) {
      const log = (message: string) => console.log(`${name}: ${message}`)
      const table = await cases[name]!({ command, scratch, scale, minutes, only, log })
      console.log(`\n${toMarkdown(table)}`)
      tables.push(table)
      for (const failure of table.failures ?? []) {
        console.error(`${name}: ${failure}`)
        process.exitCode = 1
      }
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
  if (values.write)
    updateResultsPage(fileURLToPath(new URL('../docs/benchmarks.md', import.meta.url)), tables)
}
