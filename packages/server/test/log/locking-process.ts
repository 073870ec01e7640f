/** Locks the directory of its first argument, says so, and stays. */
import { lockDirectory } from '../../src/drivers/file/directory-lock.ts'

await lockDirectory(process.argv[2]!)
console.log('locked')
setInterval(() => undefined, 1000)
