import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Question } from '../../src/facts/extraction/ask-model.ts'

export interface FakeChatEndpoint {
  baseUrl: string
  /** What was asked, in order. */
  readonly asked: { question: Question; model: string; authorization: string | undefined; system: string }[]
  close(): Promise<void>
}

/** Says `text` as a chat model would. */
export function say(response: ServerResponse, text: string): void {
  response.setHeader('content-type', 'application/json')
  response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] }))
}

/** An OpenAI-compatible chat endpoint on this machine that answers as a test says. */
export async function openChatEndpoint(
  answer: (question: Question, response: ServerResponse) => void,
): Promise<FakeChatEndpoint> {
  const asked: FakeChatEndpoint['asked'] = []
  const server = createServer((request, response) => void handle(request, response))
  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const body = JSON.parse(Buffer.concat(chunks).toString()) as {
      model: string
      messages: { role: string; content: string }[]
    }
    const question = JSON.parse(body.messages[1]!.content) as Question
    asked.push({
      question,
      model: body.model,
      authorization: request.headers.authorization,
      system: body.messages[0]!.content,
    })
    answer(question, response)
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    asked,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
