// The lint rule `imports/by-table`: a file may import only what its row in `table.mjs` lists.
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

/** Why an import is refused; null if the table allows it. */
function problemOf(specifier, { file, isType }) {
  const place = placeOf(file)
  if (place === null) return `${pathOf(file)} has no row in ${table}: add one that lists its imports`
  const [name, ...otherNames] = namesOf(specifier, file)
  if (name === place || (specifier === 'node:crypto' && !place.startsWith('packages/'))) return null
  const { imports, types } = mayImport.get(place)
  const allowed = isType ? [...imports, ...types] : imports
  // A package may have the name of a folder.
  const isRow = specifier.startsWith('.')
  if ([name, ...otherNames].some((one) => mayImport.has(one) === isRow && allowed.includes(one))) return null
  const remedy = types.includes(name)
    ? 'only its types, with `import type`'
    : 'take it as an argument, or move what both need to a folder that both may import'
  return `${place} may not import ${name}: ${remedy} (${table})`
}

/**
 * The names that an import may have in the table: the row of a source file, or its path if it has no row; the name of a
 * package, and the specifier itself.
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
 * The most specific row for a file; null if there is none.
 *
 * @param {string} file
 * @returns {string | null}
 */
export function placeOf(file) {
  for (let place = pathOf(file); place !== '.'; place = dirname(place)) if (mayImport.has(place)) return place
  return null
}

/** Relative to the server's source for a file in it, else to the workspace. */
function pathOf(file) {
  const path = relative(root, file).split(sep).join('/')
  return path.startsWith(server) ? path.slice(server.length) : path
}
