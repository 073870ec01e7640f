#!/usr/bin/env node
// `npx svc-server …` in a clone: installs and builds what is missing, then is the program, as where the package is
// installed.
import { runBuilt } from './workspace/run-built.mjs'

await runBuilt('server', ['browser-tracker'])
