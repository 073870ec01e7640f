/** Erases Jane from an organization (default: the first) of a data directory, or goes on with it, until it is killed. */
import { erasureListOf } from '../../src/privacy/erasure-documents.ts'
import { erasuresOf } from '../../src/privacy/erasures.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { janesEmail } from './fill-with-jane.ts'

const workspaces = openFileWorkspaces(process.argv[2]!)
const [first] = await workspaces.listOrganizations()
const workspace = (await workspaces.openWorkspace(process.argv[3] ?? first!.id))!
const erasures = erasuresOf(workspace)
if ((await erasureListOf(workspace).readPending()).length === 0)
  await erasures.request(janesEmail, 'operator')
process.stdout.write('begun\n')
await erasures.resume()
await workspaces.close()
