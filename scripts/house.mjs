// `node scripts/house.mjs`: how the server's folders import each other: circles, floors, imports that point up, exported
// names that occur twice. Lint holds what the table says (import-rules/); this counts what it leaves.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mayImport } from './import-rules/table.mjs'

const source = fileURLToPath(new URL('../packages/server/src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
)
const order = [...mayImport.keys()].map(roomOf)

const runTime = new Map()
const withTypes = new Map()
let up = 0
const exported = new Map()
for (const file of files) {
  const text = readFileSync(join(source, file), 'utf8')
  for (const [, kind, target] of text.matchAll(
    /^(?:import|export) (type )?(?:[^'";]*? from )?'(\.[^']+)'/gm,
  )) {
    const from = roomOf(file)
    const to = roomOf(relative(source, resolve(join(source, dirname(file)), target)))
    if (from === to) continue
    if (order.indexOf(to) > order.indexOf(from)) up++
    note(withTypes, from, to)
    if (kind === undefined) note(runTime, from, to)
  }
  for (const [, name] of text.matchAll(
    /^export (?:async )?(?:function\*?|class|interface|type|const|let) (\w+)/gm,
  ))
    exported.set(name, [...(exported.get(name) ?? []), file])
}

const twice = [...exported].filter(([, places]) => places.length > 1)
console.log(`entries at the top            ${readdirSync(source).length}`)
console.log(`circles, run time / types     ${circles(runTime)} / ${circles(withTypes)}`)
console.log(`floors                        ${floors(withTypes)}`)
console.log(`imports that point up         ${up}`)
console.log(`exported names that occur twice  ${twice.length}`)
if (process.argv.includes('--names'))
  for (const [name, places] of twice) console.log(`  ${name}: ${places.join(', ')}`)

/** @param {string} path */
function roomOf(path) {
  return path.split('/')[0]
}

/**
 * @param {Map<string, Set<string>>} graph
 * @param {string} from
 * @param {string} to
 */
function note(graph, from, to) {
  graph.set(from, (graph.get(from) ?? new Set()).add(to))
}

/** @param {Map<string, Set<string>>} graph */
function reachable(graph, from, seen = new Set()) {
  for (const to of graph.get(from) ?? [])
    if (!seen.has(to)) {
      seen.add(to)
      reachable(graph, to, seen)
    }
  return seen
}

/** Rooms that reach themselves. @param {Map<string, Set<string>>} graph */
function circles(graph) {
  return [...graph.keys()].filter((room) => reachable(graph, room).has(room)).length
}

/** The longest way down. @param {Map<string, Set<string>>} graph */
function floors(graph) {
  if (circles(graph) > 0) return 'no end'
  const depth = (room) => 1 + Math.max(0, ...[...(graph.get(room) ?? [])].map(depth))
  return Math.max(...[...graph.keys()].map(depth))
}
