// Before `npm pack` or `npm publish` in a package's folder: builds it with its types.
import { basename } from 'node:path'
import process from 'node:process'
import { ensureBuilt, servedPackages } from '../workspace/build.mjs'
import { ensureInstalled } from '../workspace/install.mjs'

const name = basename(process.cwd())
await ensureInstalled()
await ensureBuilt(name === 'server' ? [...servedPackages, name] : [name], { types: true })
