// Prints what the demo's questions must answer, from the generator alone. Run by Node with `--import tsx`.
import { expectedOf } from '../../examples/demo/src/expected.ts'
import { createWorkspace } from '../../examples/demo/src/workspace.ts'

const now = Date.now()
process.stdout.write(JSON.stringify(expectedOf(createWorkspace({ now }), now)))
