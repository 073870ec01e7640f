import { fileURLToPath } from 'node:url'

/** The workspace's root folder, without a trailing slash. */
export const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '')
