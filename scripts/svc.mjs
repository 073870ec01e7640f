#!/usr/bin/env node
// `npm run svc -- …` and `npx svc …` in a clone: installs and builds what is missing, then is the program, as where the
// package is installed.
import { runBuilt } from './workspace/run-built.mjs'

await runBuilt('cli')
