/** Erases Jane from an organization (default: the first) of a data directory, or goes on with it, until it is killed. */
import { erasuresOf } from '../../src/privacy/erasures.ts'
import { fileStore } from '../../src/store/file/file-store.ts'
import { janesEmail } from './fill-with-jane.ts'

const store = fileStore({ directory: process.argv[2]! })
const [first] = await store.listOrganizations()
const workspace = (await store.openWorkspace(process.argv[3] ?? first!.id))!
const erasures = erasuresOf(workspace)
if ((await workspace.erasures.readPending()).length === 0) await erasures.request(janesEmail, 'operator')
process.stdout.write('begun\n')
await erasures.resume()
await store.close()
