// `npm run release`: builds every package and publishes those whose version is not on the registry yet. changesets
// publishes by pnpm, which npm's own `npx` brings.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import { root } from './workspace/root.mjs'
import { step } from './workspace/run.mjs'

const { packageManager } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
await step('Building', process.execPath, [join(root, 'scripts/build.mjs')])
await step('Publishing', 'npx', ['--yes', '--package', packageManager, '--call', 'changeset publish'])
