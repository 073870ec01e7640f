import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ModelRequest {
  model: string
  messages: { role: string; content: string; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: { function: { name: string } }[]
}

export interface ScriptedModel {
  baseUrl: string
  /** What was asked, in order. */
  readonly asked: ModelRequest[]
  close(): Promise<void>
}

/** An OpenAI-compatible chat endpoint on this machine that does what a test says, request by request. */
export async function openScriptedModel(
  script: (request: ModelRequest, response: ServerResponse, step: number) => void,
): Promise<ScriptedModel> {
  const asked: ModelRequest[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk))
    request.on('end', () => {
      const parsed = JSON.parse(body) as ModelRequest
      asked.push(parsed)
      script(parsed, response, asked.length)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function send(response: ServerResponse, message: object): void {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      choices: [{ message: { role: 'assistant', ...message } }],
      usage: { prompt_tokens: 100, completion_tokens: 10 },
    }),
  )
}

/** Answers with a text, or an object as JSON. */
export function answer(response: ServerResponse, content: string | object): void {
  send(response, { content: typeof content === 'string' ? content : JSON.stringify(content) })
}

/** Asks for a tool. */
export function callTool(response: ServerResponse, name: string, input: object | string): void {
  const text = typeof input === 'string' ? input : JSON.stringify(input)
  send(response, {
    content: null,
    tool_calls: [{ id: `call-${Math.random()}`, type: 'function', function: { name, arguments: text } }],
  })
}
