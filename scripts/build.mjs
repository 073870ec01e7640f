// `npm run build`: every package as it is published, types included.
import { buildPackage, builtPackages } from './workspace/build.mjs'

for (const name of builtPackages) await buildPackage(name)
