import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { licencesFile } from './licences.mjs'
import { packageFolder, readManifest } from './published.mjs'

/** Holds an installed package against what every package brings: whom to ask, its licences, and code to read. */
export function expectWhole(folder) {
  const manifest = readManifest(folder)
  const faults = ['homepage', 'bugs', 'repository', 'license']
    .filter((field) => !manifest[field])
    .map((field) => `package.json has no ${field}`)
  for (const [name, range] of Object.entries(manifest.dependencies ?? {})) {
    if (/^(?:catalog|workspace):/.test(range)) faults.push(`package.json asks for ${name} ${range}`)
  }
  for (const file of ['LICENSE', 'README.md']) {
    if (!existsSync(join(folder, file))) faults.push(`there is no ${file}`)
  }
  faults.push(
    ...linksThatLeave(folder),
    ...unreadableFiles(folder),
    ...missingLicences(folder),
    ...missingOfPage(folder),
  )
  if (faults.length > 0) throw new Error(`${manifest.name} is not whole:\n${faults.join('\n')}`)
}

/** Links of the README to files that the package doesn't have. */
function linksThatLeave(folder) {
  const file = join(folder, 'README.md')
  const links = existsSync(file) ? readFileSync(file, 'utf8').matchAll(/\]\(([^)]+)\)/g) : []
  return [...links]
    .map(([, link]) => link)
    .filter((link) => !/^(?:https?:|#)/.test(link) && !existsSync(join(folder, link.split('#')[0])))
    .map((link) => `README.md links to ${link}, which is not in the package`)
}

/** Code that is not as it was written: minified, or without a source map. What browsers load may be. */
function unreadableFiles(folder) {
  return listCode(folder)
    .filter((file) => !/\bsvc[^/]*\.js$/.test(file) && !file.startsWith(join('dist', 'console')))
    .flatMap((file) => {
      const code = readFileSync(join(folder, file), 'utf8')
      const longest = Math.max(...code.split('\n').map((line) => line.length))
      // A list that is bundled stands in one line: that is data.
      const isMinified = code.length / code.split('\n').length > 200
      return [
        ...(isMinified ? [`${file} is minified: its longest line has ${longest} characters`] : []),
        ...(existsSync(join(folder, `${file}.map`)) ? [] : [`${file} has no source map`]),
      ]
    })
}

/** Packages that a source map names, and the licences don't. */
function missingLicences(folder) {
  const told = existsSync(join(folder, licencesFile)) ? readFileSync(join(folder, licencesFile), 'utf8') : ''
  const bundled = new Set(
    listCode(folder)
      .filter((file) => existsSync(join(folder, `${file}.map`)))
      .flatMap((file) => JSON.parse(readFileSync(join(folder, `${file}.map`), 'utf8')).sources)
      .map((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(source)?.[1])
      .filter(Boolean),
  )
  return [...bundled]
    .filter((name) => !new RegExp(`^${name} \\d`, 'm').test(told))
    .map((name) => `${licencesFile} says nothing of ${name}, which is bundled`)
}

/** Packages that the console is made of, which has no source maps here, and its licences don't name. */
function missingOfPage(folder) {
  const page = join(folder, 'dist', 'console')
  if (!existsSync(page)) return []
  const file = join(page, basename(licencesFile))
  const told = existsSync(file) ? readFileSync(file, 'utf8') : ''
  return Object.entries(readManifest(packageFolder('console')).dependencies)
    .filter(([name, range]) => !range.startsWith('workspace:') && !told.includes(`${name} ${range} (`))
    .map(
      ([name]) =>
        `dist/console/${basename(licencesFile)} says nothing of ${name}, of which the console is made`,
    )
}

function listCode(folder) {
  return readdirSync(join(folder, 'dist'), { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.c?js$/.test(file))
    .map((file) => join('dist', file))
}
