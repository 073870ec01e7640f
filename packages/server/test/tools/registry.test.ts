import { exampleOf, toolNames, tools } from '@customer-intel/contract'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { runTool } from '../../src/kernel/operations/run-tool.ts'
import { openToolWorkspace } from '../support/tool-workspace.ts'
import type { ToolWorkspace } from '../support/tool-workspace.ts'

let workspace: ToolWorkspace

beforeAll(async () => {
  workspace = await openToolWorkspace()
})

afterAll(() => workspace.close())

describe('the registry of tools', () => {
  test.each(toolNames)('refuses %s to a key without its grant', async (name) => {
    const call = runTool(name, exampleOf(tools[name].input), {
      ...workspace.context,
      grants: ['identity:write'],
    })
    await expect(call).rejects.toMatchObject({
      code: 'TOOL_CALL_FORBIDDEN',
      message: expect.stringContaining(tools[name].grant) as string,
    })
  })

  test.each(toolNames)('refuses an unknown key in the input of %s and names it', async (name) => {
    const call = workspace.call(name, {
      ...(exampleOf(tools[name].input) as object),
      surprise: 1,
    })
    await expect(call).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT', issues: [{ path: ['surprise'] }] })
  })

  test('takes no input as an empty one', async () => {
    await expect(runTool('svc_list_customers', undefined, workspace.context)).resolves.toMatchObject({
      items: [],
    })
  })

  test.each([[null], [[]], ['text'], [5]])('refuses the input %j', async (input) => {
    const call = runTool('svc_list_customers', input, workspace.context)
    await expect(call).rejects.toMatchObject({ code: 'INVALID_TOOL_INPUT' })
  })

  test.each(['svc_nothing', '__proto__', 'constructor', ''])(
    'does not know a tool named "%s"',
    async (name) => {
      await expect(workspace.call(name)).rejects.toMatchObject({
        code: 'INVALID_TOOL_CALL',
        issues: [{ path: ['tool'] }],
      })
    },
  )

  test.each([
    [{ hasActivityInLast: '7d', noActivityInLast: '7d' }, 'noActivityInLast'],
    [{ limit: 1_001 }, 'limit'],
    [{ limit: 0 }, 'limit'],
    [{ billingStatus: 'RICH' }, 'billingStatus'],
    [{ activatedSince: '2026-02-30T00:00:00Z' }, 'activatedSince'],
    [{ traitFilters: { 'a.b': 1 } }, 'traitFilters.a.b'],
    [{ traitFilters: { a: null } }, 'traitFilters.a'],
    [{ search: 'a\0' }, 'search'],
    [{ cursor: 'x' }, 'cursor'],
  ])('refuses %j and names the field', async (input, field) => {
    const failure: unknown = await workspace
      .call('svc_list_customers', input)
      .catch((error: unknown) => error)
    expect(failure).toMatchObject({ code: 'INVALID_TOOL_INPUT' })
    const { issues } = failure as { issues: { path: (string | number)[] }[] }
    expect(issues.map((issue) => issue.path.join('.'))).toContain(field)
  })
})
