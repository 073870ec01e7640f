// The loop of a language model ends by itself, whatever the endpoint does.
import type { ServerResponse } from 'node:http'
import { afterEach, expect, test } from 'vitest'
import { runToolLoop, type ToolLoopResult } from '../../src/acting/agents/tool-loop.ts'
import { type ModelLimits, modelLimits } from '../../src/acting/agents/model-limits.ts'
import {
  answer,
  callTool,
  type ModelRequest,
  openScriptedModel,
  type ScriptedModel,
} from '../support/scripted-model.ts'

let model: ScriptedModel
afterEach(() => model.close())

type Script = (request: ModelRequest, response: ServerResponse, step: number) => void

async function runWith(
  script: Script,
  limits: Partial<ModelLimits> = {},
  signal?: AbortSignal,
): Promise<ToolLoopResult> {
  model = await openScriptedModel(script)
  return runToolLoop({
    endpoint: { baseUrl: model.baseUrl, apiKey: null, model: 'tiny-1' },
    system: 'Read.',
    user: '{}',
    tools: [{ type: 'function', function: { name: 'look', description: 'Looks', parameters: {} } }],
    callTool: async (toolName, input) => ({
      shown: '{"found":true}',
      call: { toolName, input, startedAt: 0, durationMs: 0, error: null, answerLength: 14 },
    }),
    limits: { ...modelLimits, pauseMs: 5, ...limits },
    signal: signal ?? new AbortController().signal,
  })
}

/** Looks for ever, until it isn't given tools any more. */
const looking =
  (input: (step: number) => object): Script =>
  (request, response, step) =>
    request.tools === undefined ? answer(response, 'done') : callTool(response, 'look', input(step))

test('the same call again and again ends it, with what it has', async () => {
  const result = await runWith(looking(() => ({ at: 'a' })))
  expect(result).toMatchObject({ stopReason: 'repeated-call', answer: 'done', problem: null })
  expect(result.toolCalls).toHaveLength(3)
})

test.each<[string, Partial<ModelLimits>, number]>([
  ['steps', { steps: 5 }, 4],
  ['calls', { calls: 2 }, 2],
] satisfies [string, Partial<ModelLimits>, number][])(
  'ever new calls end by %s',
  async (stopReason, limits, calls) => {
    const result = await runWith(
      looking((step) => ({ step })),
      limits,
    )
    expect(result).toMatchObject({ stopReason, answer: 'done' })
    expect(result.toolCalls).toHaveLength(calls)
    expect(result.usage.steps).toBeLessThanOrEqual(limits.steps ?? 12)
  },
)

test('tokens end it, counted by the endpoint or by us', async () => {
  expect(
    await runWith(
      looking((step) => ({ step })),
      { tokens: 300 },
    ),
  ).toMatchObject({
    stopReason: 'tokens',
    answer: null,
    usage: { promptTokens: 300, completionTokens: 30 },
  })
})

test('what it may cost ends it, by the prices that the operator gives', async () => {
  const cost = { most: 0.0003, prices: { input: 1, output: 2 } }
  const result = await runWith(
    looking((step) => ({ step })),
    { cost },
  )
  // An answer of 100 tokens in and 10 out costs 0.00012.
  expect(result).toMatchObject({ stopReason: 'cost', answer: null, usage: { steps: 3 } })
  expect(result.problem).toContain('cost')
})

test('an endpoint that never answers ends it by time', async () => {
  expect(await runWith(() => undefined, { ms: 300 })).toMatchObject({ stopReason: 'time', answer: null })
})

test('an endpoint that never stops speaking ends it', async () => {
  const result = await runWith(
    (_, response) => {
      const speak = (): void => {
        if (!response.destroyed) response.write(' '.repeat(1_000), () => setTimeout(speak, 10))
      }
      speak()
    },
    { ms: 400 },
  )
  expect(result).toMatchObject({ stopReason: 'time', answer: null })
})

test('an endpoint that fails is asked again, and given up after so many tries', async () => {
  const result = await runWith((_, response) => void response.writeHead(502).end())
  expect(result).toMatchObject({ stopReason: 'endpoint', problem: 'the chat endpoint answered 502' })
  expect(model.asked).toHaveLength(modelLimits.tries)
})

test('whoever stops it stops it at once', async () => {
  const stop = new AbortController()
  const thinking = runWith(() => stop.abort(new Error('Enough')), {}, stop.signal)
  await expect(thinking).rejects.toThrow()
})
