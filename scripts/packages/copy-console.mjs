import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const compressible = /\.(?:css|html|js|json|svg|txt|webmanifest)$/

/**
 * Copies the built console into the server's package, each file that shrinks with its compressed forms beside it; the page
 * is different each time it is served. Nothing to do where it isn't built.
 */
export function copyConsole(from, to) {
  if (!existsSync(join(from, 'index.html'))) return
  cpSync(from, to, { recursive: true, filter: (path) => !path.endsWith('.map') })
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) {
    if (!compressible.test(name) || name === 'index.html') continue
    const file = join(to, name)
    const body = readFileSync(file)
    const brotli = brotliCompressSync(body, {
      params: { [constants.BROTLI_PARAM_SIZE_HINT]: body.length, [constants.BROTLI_PARAM_LGWIN]: 22 },
    })
    if (brotli.length >= body.length) continue
    writeFileSync(`${file}.br`, brotli)
    writeFileSync(`${file}.gz`, gzipSync(body, { level: 9 }))
  }
}
