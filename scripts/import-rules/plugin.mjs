// The lint rule `imports/by-table`: a file imports what its row of `table.mjs` names, and nothing else.
import { dirname, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import { mayImport } from './table.mjs'

const root = fileURLToPath(new URL('../..', import.meta.url))
const server = 'packages/server/src/'
const table = 'scripts/import-rules/table.mjs'

export default {
  meta: { name: 'imports' },
  rules: {
    'by-table': {
      create({ filename, report }) {
        const check = (source, isType) => {
          if (typeof source?.value !== 'string') return
          const message = problemOf(source.value, { file: filename, isType })
          if (message !== null) report({ node: source, message })
        }
        return {
          ImportDeclaration: ({ source, importKind }) => check(source, importKind === 'type'),
          ExportNamedDeclaration: ({ source, exportKind }) => check(source, exportKind === 'type'),
          ExportAllDeclaration: ({ source, exportKind }) => check(source, exportKind === 'type'),
          ImportExpression: ({ source }) => check(source, false),
          TSImportType: ({ source }) => check(source, true),
        }
      },
    },
  },
}

/** Why an import is not to be; null where the table allows it. */
function problemOf(specifier, { file, isType }) {
  const place = placeOf(file)
  if (place === null) return `Say what ${pathOf(file)} may import, in ${table}`
  const [name, ...moreExactly] = namesOf(specifier, file)
  if (name === place || (specifier === 'node:crypto' && !place.startsWith('packages/'))) return null
  const { imports, types } = mayImport.get(place)
  const allowed = isType ? [...imports, ...types] : imports
  // A package may be called as a folder is.
  const isRow = specifier.startsWith('.')
  if ([name, ...moreExactly].some((one) => mayImport.has(one) === isRow && allowed.includes(one))) return null
  const remedy = types.includes(name)
    ? 'but its types, by `import type`'
    : 'take it as an argument, or move what both need to a folder that both may import'
  return `${place} may not import ${name}: ${remedy} (${table})`
}

/**
 * What the table may call what a file imports: the row of a file of ours, or its path where it has none; a package, or
 * an entry of it.
 *
 * @param {string} specifier
 * @param {string} file
 * @returns {string[]}
 */
export function namesOf(specifier, file) {
  if (specifier.startsWith('.')) {
    const target = resolve(dirname(file), specifier)
    return [placeOf(target) ?? pathOf(target)]
  }
  if (specifier.startsWith('node:')) return ['node']
  const name = specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
  return [name === '@customer-intel/contract' ? 'contract' : name, specifier]
}

/**
 * The row that says most exactly where a file is; null where none does.
 *
 * @param {string} file
 * @returns {string | null}
 */
export function placeOf(file) {
  for (let place = pathOf(file); place !== '.'; place = dirname(place)) if (mayImport.has(place)) return place
  return null
}

/** From the server's source, where it is in there, else from the workspace. */
function pathOf(file) {
  const path = relative(root, file).split(sep).join('/')
  return path.startsWith(server) ? path.slice(server.length) : path
}
