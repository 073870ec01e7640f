import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { admitCall } from '../../src/kernel/operations/run-tool.ts'
import { openToolWorkspace, type ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace
beforeAll(async () => {
  workspace = await openToolWorkspace()
})
afterAll(() => workspace.close())

test('shorter pages of a call don’t wait again, and lack what the first one lacked', async () => {
  const stale = { reason: 'It restarts.', behindSeconds: 3 }
  const { readModels } = workspace.context.workspace
  const fresh = vi.spyOn(readModels, 'fresh').mockResolvedValue({ reads: readModels, current: false, stale })
  const { run } = await admitCall('svc_list_customers', {}, workspace.context)
  for (const shorter of [undefined, { limit: 2 }, { limit: 1 }])
    expect(await run(shorter)).toMatchObject({ items: [], stale })
  expect(fresh).toHaveBeenCalledOnce()
})
