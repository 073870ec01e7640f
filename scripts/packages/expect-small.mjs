import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Fails where an installed package, without what it depends on, has more bytes than that. */
export function expectSmall(folder, maxBytes) {
  const bytes = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => statSync(join(folder, file)))
    .filter((stat) => stat.isFile())
    .reduce((sum, { size }) => sum + size, 0)
  process.stderr.write(`  ${bytes.toLocaleString('en')} bytes of ${maxBytes.toLocaleString('en')}\n`)
  if (bytes > maxBytes) throw new Error(`${folder} has ${bytes} bytes, more than ${maxBytes}.`)
}
