import type { JsonObject } from '@customer-intel/contract'
import * as v from 'valibot'
import type { StopReason } from '../../kernel/log/automation-reasons.ts'
import type { AgentRunRecord, AgentRunToolCall } from '../../kernel/log/record.ts'
import { type ChatEndpoint, EndpointError, postChat } from '../../facts/extraction/post-chat.ts'
import { delay } from '../../kernel/work/delay.ts'
import { costOf } from './spending.ts'
import type { ModelLimits } from './model-limits.ts'

/** A model's final answer, and why it ended. */
export interface ToolLoopResult {
  /** Null: no usable answer. */
  answer: string | null
  /** `answered`, the limit that ended it, or `endpoint`. */
  stopReason: StopReason
  /** For people; null when nothing went wrong. */
  problem: string | null
  toolCalls: AgentRunToolCall[]
  usage: NonNullable<AgentRunRecord['usage']>
}

export interface ToolLoopOptions {
  endpoint: ChatEndpoint
  system: string
  /** Material, as JSON. */
  user: string
  tools: JsonObject[]
  callTool: (name: string, input: string) => Promise<{ shown: string; call: AgentRunToolCall }>
  limits: ModelLimits
  /** Aborts it: it rejects then. */
  signal: AbortSignal
}

const CompletionSchema = v.object({
  choices: v.pipe(
    v.array(
      v.object({
        message: v.object({
          content: v.nullish(v.string(), ''),
          tool_calls: v.nullish(
            v.array(
              v.object({
                id: v.string(),
                function: v.object({ name: v.string(), arguments: v.nullish(v.string(), '') }),
              }),
            ),
            () => [],
          ),
        }),
      }),
    ),
    v.minLength(1),
  ),
  usage: v.nullish(
    v.object({ prompt_tokens: v.nullish(v.number(), 0), completion_tokens: v.nullish(v.number(), 0) }),
  ),
})

const enough = 'Answer now, with what you have, by the JSON alone.'

/**
 * Lets a model read by tools until it answers, or until a limit is reached: then it gets a last request without tools.
 * Ends in bounded time whatever the endpoint does.
 */
export async function runToolLoop({
  endpoint,
  system,
  user,
  tools,
  callTool,
  limits,
  signal,
}: ToolLoopOptions): Promise<ToolLoopResult> {
  const messages: object[] = [
    { role: 'system', content: system },
    { role: 'user', content: user },
  ]
  const toolCalls: AgentRunToolCall[] = []
  const usage = { steps: 0, promptTokens: 0, completionTokens: 0 }
  const seen = new Map<string, number>()
  const until = performance.now() + limits.ms
  const end = (
    stopReason: StopReason,
    answer: string | null,
    problem: string | null = null,
  ): ToolLoopResult => ({
    answer,
    stopReason,
    problem,
    toolCalls,
    usage,
  })

  /** Undefined when the answer is no completion. Throws an EndpointError after too many failures. */
  async function ask(withTools: boolean) {
    for (let attempt = 1; ; attempt++) {
      try {
        const timeoutMs = Math.max(1, Math.round(Math.min(limits.answerMs, until - performance.now())))
        const request = { messages, temperature: 0, ...(withTools && { tools, toolChoice: 'auto' }) }
        const said = await postChat(endpoint, request, { signal, timeoutMs })
        if (said === null) {
          // A retry would fail the same way.
          attempt = limits.tries
          throw new EndpointError('the chat endpoint does not take the request')
        }
        usage.steps++
        const completion = v.safeParse(CompletionSchema, said)
        if (!completion.success) return undefined
        const { message } = completion.output.choices[0]!
        const counted = completion.output.usage
        usage.promptTokens += count(counted?.prompt_tokens) || Math.ceil(JSON.stringify(messages).length / 4)
        usage.completionTokens +=
          count(counted?.completion_tokens) || Math.ceil(JSON.stringify(message).length / 4)
        return message
      } catch (error) {
        if (!(error instanceof EndpointError) || attempt >= limits.tries) throw error
        const asked = (error.retryAfterSeconds ?? 0) * 1_000
        const pauseMs = Math.max(limits.pauseMs * 3 ** (attempt - 1), asked)
        if (performance.now() + pauseMs >= until || !(await delay(pauseMs, signal))) throw error
      }
    }
  }

  /** The reached limit; null: none. */
  function reached(): StopReason | null {
    if (performance.now() >= until) return 'time'
    if (usage.promptTokens + usage.completionTokens >= limits.tokens) return 'tokens'
    if (limits.cost !== null && costOf(usage, limits.cost.prices) >= limits.cost.most) return 'cost'
    if (toolCalls.length >= limits.calls) return 'calls'
    // One step is reserved for the last answer.
    if (usage.steps >= limits.steps - 1) return 'steps'
    return [...seen.values()].some((times) => times >= limits.repeats) ? 'repeated-call' : null
  }

  try {
    for (;;) {
      const limit = reached()
      if (limit !== null) {
        if (limit === 'time' || limit === 'tokens' || limit === 'cost')
          return end(limit, null, `It came to its limit: ${limit}`)
        messages.push({ role: 'user', content: enough })
        const last = await ask(false)
        return end(
          limit,
          last?.content ?? null,
          last === undefined ? `It came to its limit (${limit}), and answered something else` : null,
        )
      }
      const message = await ask(true)
      if (message === undefined) return end('nonsense', null, 'The chat endpoint answered something else')
      if (message.tool_calls.length === 0) return end('answered', message.content)
      messages.push({
        role: 'assistant',
        content: message.content,
        tool_calls: message.tool_calls.map(toCall),
      })
      for (const { id, function: asked } of message.tool_calls) {
        const key = `${asked.name} ${asked.arguments}`
        seen.set(key, (seen.get(key) ?? 0) + 1)
        const isTooMany = toolCalls.length >= limits.calls || seen.get(key)! > limits.repeats
        const done = isTooMany ? null : await callTool(asked.name, asked.arguments)
        if (done !== null) toolCalls.push(done.call)
        messages.push({ role: 'tool', tool_call_id: id, content: done?.shown ?? '{"error":"No more calls"}' })
      }
    }
  } catch (error) {
    if (!(error instanceof EndpointError) || signal.aborted) throw error
    const isLate = performance.now() >= until
    return end(isLate ? 'time' : 'endpoint', null, error.message)
  }
}

function toCall({
  id,
  function: asked,
}: {
  id: string
  function: { name: string; arguments: string }
}): object {
  return { id, type: 'function', function: asked }
}

/** An endpoint's count may be any value. */
function count(tokens: number | undefined): number {
  return tokens !== undefined && Number.isFinite(tokens) && tokens > 0 ? Math.trunc(tokens) : 0
}
