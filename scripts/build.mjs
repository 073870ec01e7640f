// `npm run build`: every package as it is published, types included.
import { buildPackage, builtPackages, ensureBuilt } from './workspace/build.mjs'

await ensureBuilt(['console'])
for (const name of builtPackages) await buildPackage(name)
