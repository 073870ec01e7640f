// Before `npm pack` or `npm publish` in a package's folder: builds it with its types, and puts the manifest and the
// licence in place that it is published with. `postpack.mjs` takes them away again.
import { copyFileSync, existsSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import process from 'node:process'
import { ensureBuilt, servedPackages } from '../workspace/build.mjs'
import { ensureInstalled } from '../workspace/install.mjs'
import { root } from '../workspace/root.mjs'
import { replaceManifest, restoreManifest } from './postpack.mjs'
import { toPublishedManifest } from './published-manifest.mjs'

const folder = process.cwd()
const name = basename(folder)
// Where the one before was ended half-way.
restoreManifest(folder)
await ensureInstalled()
await ensureBuilt(name === 'server' ? [...servedPackages, name] : [name], { types: true })

const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
replaceManifest(folder, toPublishedManifest(folder, manifest))
if (!existsSync(join(folder, 'LICENSE'))) copyFileSync(join(root, 'LICENSE'), join(folder, 'LICENSE'))
