// The tests of the client once more, of the SDK as it is published: minified, with as much of ky as it uses.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { afterAll, vi } from 'vitest'

const built = vi.hoisted(() => ({ folder: '' }))

vi.mock('../src/index.ts', () => {
  built.folder = build()
  return import(pathToFileURL(join(built.folder, 'index.js')).href) as Promise<object>
})
afterAll(() => rmSync(built.folder, { recursive: true, force: true }))

function build(): string {
  const folder = mkdtempSync(join(tmpdir(), 'customer-intel-bundled-'))
  const tsup = fileURLToPath(new URL('../node_modules/tsup/dist/cli-default.js', import.meta.url))
  execFileSync(process.execPath, [tsup, '--format', 'esm', '--no-dts', '--out-dir', folder], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'pipe',
  })
  return folder
}

await import('./client.test.ts')
await import('./lists.test.ts')
await import('./methods.test.ts')
