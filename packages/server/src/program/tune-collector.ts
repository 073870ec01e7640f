import { setFlagsFromString } from 'node:v8'

/**
 * How V8 collects what requests leave behind, in the process that accepts them: by this thread alone, since helper threads
 * wait for one another where every core is busy; and in a young generation that soon has its full size, as nearly
 * everything in it is dead by then. Call it before there is much to collect.
 */
export function tuneCollector(): void {
  setFlagsFromString('--no-parallel-scavenge')
  setFlagsFromString('--semi-space-growth-factor=4')
}
