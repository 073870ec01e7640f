// `npm start`: installs and builds what is missing, then becomes the server.
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { ensureBuilt } from './workspace/build.mjs'
import { ensureInstalled } from './workspace/install.mjs'
import { root } from './workspace/root.mjs'

await ensureInstalled()
await ensureBuilt(['browser-tracker', 'server'])

// The server runs in this very process: signals reach it and its exit code is ours, with nothing in between.
const program = join(root, 'packages/server/dist/main.js')
process.argv = [process.execPath, program, 'start', ...process.argv.slice(2)]
await import(pathToFileURL(program).href)
