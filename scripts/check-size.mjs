// `pnpm check:size`: what users download stays within its budget. 1 KB is 1,024 bytes.
import { build } from 'esbuild'
import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { packageFolder } from './packages/published.mjs'

const tracker = join(packageFolder('browser-tracker'), 'dist')
const sdk = join(packageFolder('node-sdk'), 'dist')
const brotli = (bytes) => brotliCompressSync(bytes).length
const gzip = (bytes) => gzipSync(bytes, { level: 9 }).length

/** Each measure: what it is, its size in bytes, its budget in KB. */
const measures = [
  ['tracker script, brotli', brotli(await bundled(join(tracker, 'svc.js'))), 5.2],
  ['tracker script, gzip', gzip(await bundled(join(tracker, 'svc.js'))), 5.8],
  ['tracker /react, gzip', gzip(await bundled(join(tracker, 'react.js'), [tracker])), 1],
  ['tracker /vue, gzip', gzip(await bundled(join(tracker, 'vue.js'), [tracker])), 1],
  ['SDK, gzip', gzip(await bundled(join(sdk, 'index.js'))), 20],
  ['SDK /track, gzip', gzip(await bundled(join(sdk, 'track.js'))), 6],
  ['SDK, installed', folderSize(sdk), 600],
]
