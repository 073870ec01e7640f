#!/usr/bin/env node
// `npx svc-server …` in a clone: installs and builds what is missing, then is the program, as where the package is
// installed.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './workspace/build.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { root } from './workspace/root.mjs'

await ensureInstalled()
await ensureBuilt(['browser-tracker', 'server'])

// In this very process: signals reach it and its exit code is ours, with nothing in between.
const program = join(root, 'packages/server/dist/main.js')
process.argv.splice(1, 1, program)
await import(pathToFileURL(program).href)
