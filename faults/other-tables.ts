import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../packages/server', import.meta.url))

/** Where the built server makes the version of its tables. */
const madeHere = /\.update\(schema\d*\)/g

/** A copy of the built server that takes its read models' tables for others: as the next version's with a changed table. */
export async function programOfOtherTables(): Promise<readonly string[]> {
  // Within the package, so that it finds what that depends on.
  const copy = join(server, 'node_modules/.cache/other-tables')
  await rm(copy, { recursive: true, force: true })
  await mkdir(copy, { recursive: true })
  await cp(join(server, 'dist'), join(copy, 'dist'), { recursive: true })
  await cp(join(server, 'package.json'), join(copy, 'package.json'))
  let changed = 0
  for (const name of await readdir(join(copy, 'dist'))) {
    if (!name.endsWith('.js')) continue
    const path = join(copy, 'dist', name)
    const former = await readFile(path, 'utf8')
    const next = former.replaceAll(madeHere, (text) => text.replace(')', ' + "-- of another version")'))
    if (next === former) continue
    changed += 1
    await writeFile(path, next)
  }
  if (changed === 0) throw new Error('The built server makes the version of its tables in no known way')
  return [process.execPath, join(copy, 'dist/main.js')]
}
