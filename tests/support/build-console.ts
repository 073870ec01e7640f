import { ensureBuilt } from '../../scripts/workspace/build.mjs'

/** Before the first test of the console: the page as it is built, from the source as it is now. */
export default () => ensureBuilt(['console'])
