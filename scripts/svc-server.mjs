#!/usr/bin/env node
// `npx svc-server …` in a clone: installs and builds what is missing, then is the program, as where the package is
// installed.
import { servedPackages } from './workspace/build.mjs'
import { runBuilt } from './workspace/run-built.mjs'

await runBuilt('server', servedPackages)
