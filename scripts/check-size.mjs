// `npm run check:size`: what users download stays within its budget. 1 KB is 1,000 bytes.
import { build } from 'esbuild'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { packageFolder, requireBuilt } from './packages/published.mjs'

requireBuilt('browser-tracker')
requireBuilt('node-sdk')
const tracker = join(packageFolder('browser-tracker'), 'dist')
const sdk = join(packageFolder('node-sdk'), 'dist')
const page = join(packageFolder('console'), 'dist')
const isScript = (name) => name.endsWith('.js')
const script = readFileSync(join(tracker, 'svc.js'))

/** What is measured, its bytes, and its budget in KB. */
const measures = [
  ['tracker script, brotli', brotliCompressSync(script).length, 6.2],
  ['tracker script, gzip', gzip(script), 6.9],
  // What /react and /vue add to a page that has the tracker and the framework.
  ['tracker /react, gzip', gzip(await bundle(join(tracker, 'react.js'), ['./*', 'react'])), 1],
  ['tracker /vue, gzip', gzip(await bundle(join(tracker, 'vue.js'), ['./*', 'vue'])), 1],
  // Every file as it stands on disk, each once; and what one entry loads.
  // As it was written, to be read: an application's bundler minifies it.
  ['SDK without /csv, gzip', gzipInAll(listCode(sdk).filter((file) => file !== 'csv.js')), 42],
  ['SDK /track, gzip', gzipInAll(loadedBy('track.js')), 10],
  ['SDK /csv, gzip', gzipInAll(['csv.js']), 15],
  // Twice the code, its source maps and its types.
  ['SDK, installed', installedBytes(sdk), 2_600],
  ['console, first view', brotliInAll(firstView()), 150],
  ['console, scripts in all', brotliInAll(readdirSync(join(page, 'assets')).filter(isScript)), 600],
]

for (const [what, bytes, budget] of measures) {
  const fits = bytes <= budget * 1000
  process.stdout.write(
    `${fits ? 'ok  ' : 'OVER'} ${what.padEnd(24)} ${bytes.toLocaleString('en')} of ${(budget * 1000).toLocaleString('en')} bytes\n`,
  )
  if (!fits) process.exitCode = 1
}

function gzip(bytes) {
  return gzipSync(bytes, { level: 9 }).length
}

/** An entry as an application's bundler would ship it: in one file, minified. */
async function bundle(entry, external = []) {
  const { outputFiles } = await build({
    entryPoints: [entry],
    external,
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
  })
  return outputFiles[0].contents
}

/** The scripts that the console's page names: what is loaded before anything is shown. */
function firstView() {
  const html = readFileSync(join(page, 'index.html'), 'utf8')
  return [...html.matchAll(/\/assets\/([^"]+\.js)"/g)].map(([, name]) => name)
}

function brotliInAll(names) {
  return names.reduce(
    (sum, name) => sum + brotliCompressSync(readFileSync(join(page, 'assets', name))).length,
    0,
  )
}

function gzipInAll(files) {
  return [...files].reduce((sum, file) => sum + gzip(readFileSync(join(sdk, file))), 0)
}

function listCode(folder) {
  return readdirSync(folder).filter((file) => file.endsWith('.js'))
}

/** An entry of the SDK with the shared files that it imports. */
function loadedBy(file, loaded = new Set()) {
  if (loaded.has(file)) return loaded
  loaded.add(file)
  for (const [, name] of readFileSync(join(sdk, file), 'utf8').matchAll(
    /^(?:import|export|} from).*"\.\/([^"]+)";$/gm,
  )) {
    loadedBy(name, loaded)
  }
  return loaded
}

function installedBytes(folder) {
  return readdirSync(folder, { recursive: true })
    .map((file) => statSync(join(folder, file)))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size : 0), 0)
}
