import { ensureBuilt } from '../../scripts/workspace/build.mjs'

/** Before the first test: the server's programs as they are built, from the source as it is now. */
export default () => ensureBuilt(['browser-tracker', 'server'])
