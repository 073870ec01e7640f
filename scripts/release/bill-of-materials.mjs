import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { run } from '../workspace/run.mjs'

/** Writes what an npm project has installed as a CycloneDX bill of materials. Resolves with the number of packages. */
export async function writeBill(project, file) {
  const { code, output, stdout } = await run('npm', ['sbom', '--sbom-format', 'cyclonedx'], {
    cwd: project,
    quiet: true,
  })
  if (code !== 0) throw new Error(`npm makes no bill of materials:\n${output}`)
  const { bomFormat, components } = JSON.parse(stdout)
  if (bomFormat !== 'CycloneDX' || components.length === 0) throw new Error('The bill of materials is empty.')
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, stdout)
  return components.length
}

/**
 * Fails where the registry knows of a weakness above low in what an npm project has installed. Resolves with whether it
 * could be asked.
 */
export async function expectNoWeakness(project) {
  const { code, output } = await run('npm', ['audit', '--audit-level=moderate'], {
    cwd: project,
    quiet: true,
  })
  if (code === 0) return true
  if (/audit endpoint returned an error|ENOTFOUND|ECONNREFUSED/.test(output)) return false
  throw new Error(`npm audit:\n${output}`)
}
