import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'

/** Where a package tells whose code is bundled into it. */
export const licencesFile = 'dist/THIRD-PARTY-LICENSES.txt'

/**
 * For a build by esbuild: writes the licences of all packages whose code goes into the bundle, as most of them ask.
 *
 * @returns {import('esbuild').Plugin}
 */
export function bundledLicences() {
  return {
    name: 'bundled-licences',
    setup(build) {
      build.initialOptions.metafile = true
      build.onEnd(({ metafile }) => {
        if (!metafile) return
        const bundled = Object.values(metafile.outputs).flatMap(({ inputs }) =>
          Object.keys(inputs).filter((file) => inputs[file].bytesInOutput > 0),
        )
        const told = licencesOf(bundled)
        if (told === '') return
        const file = join(build.initialOptions.outdir ?? 'dist', basename(licencesFile))
        mkdirSync(dirname(file), { recursive: true })
        writeFileSync(file, told)
      })
    },
  }
}

/** The same for a build by Vite: the file stands beside the page. Styles and fonts count, too. */
export function bundledLicencesOfPage() {
  return {
    name: 'bundled-licences',
    generateBundle(_, bundle) {
      const scripts = Object.values(bundle).flatMap((file) =>
        file.type === 'chunk'
          ? Object.entries(file.modules).flatMap(([id, { renderedLength }]) =>
              renderedLength > 0 ? [id] : [],
            )
          : [],
      )
      const styles = [...this.getModuleIds()].filter((id) => /\.css(?:$|\?)/.test(id))
      const modules = [...scripts, ...styles].map((id) => id.replace(/^\0/, '').replace(/\?.*$/, ''))
      this.emitFile({ type: 'asset', fileName: basename(licencesFile), source: licencesOf(modules) })
    },
  }
}

/** The licences of the packages that these files are of; empty when all are our own. */
function licencesOf(files) {
  const folders = new Set(files.filter((file) => file.includes('node_modules/')).map(packageFolderOf))
  return [...folders]
    .toSorted((a, b) => a.localeCompare(b))
    .map(describe)
    .join('\n\n')
}

/** The folder with the manifest that a bundled file belongs to. */
function packageFolderOf(file) {
  let folder = dirname(resolve(file))
  while (!existsSync(join(folder, 'package.json'))) folder = dirname(folder)
  return folder
}

function describe(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const file = readdirSync(folder).find((entry) => /^licen[cs]e/i.test(entry))
  if (!file)
    throw new Error(`${name} is bundled, and its package has no licence: leave it out of the bundle.`)
  return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), 'utf8').trim()}\n`
}
