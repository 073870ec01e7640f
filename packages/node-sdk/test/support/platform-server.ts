import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { routes, type OperationName, type ToolName } from '@customer-intel/contract'
import { answer } from './ingest-server.ts'
import { exampleAnswer, exampleOutput } from './answers.ts'

export interface ReceivedRequest {
  operation: OperationName | null
  method: string
  path: string
  query: Record<string, string>
  headers: IncomingHttpHeaders
  body: unknown
}

/** Answers one request in place of the contract's answer; anything but `answered` leaves it to the contract. */
export type PlatformFault = (
  request: ReceivedRequest,
  response: ServerResponse,
) => 'answered' | undefined | void

export interface PlatformServer {
  baseUrl: string
  requests: ReceivedRequest[]
  /** Misbehaves until it is set back to null. */
  fault: PlatformFault | null
  close(): Promise<void>
}

/** A Platform API of the tests' own: answers each route by the contract, and misbehaves when it is told to. */
export async function startPlatformServer(): Promise<PlatformServer> {
  const state: PlatformServer = {
    baseUrl: '',
    requests: [],
    fault: null,
    close: () =>
      new Promise((resolve) => {
        http.close(() => resolve())
        http.closeAllConnections()
      }),
  }
  const http = createServer((message, response) => {
    const chunks: Buffer[] = []
    message.on('data', (chunk: Buffer) => chunks.push(chunk))
    message.on('end', () => {
      const url = new URL(message.url ?? '/', 'http://server')
      const text = Buffer.concat(chunks).toString()
      const request: ReceivedRequest = {
        operation: findOperation(message.method ?? '', url.pathname),
        method: message.method ?? '',
        path: url.pathname,
        query: Object.fromEntries(url.searchParams),
        headers: message.headers,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
      }
      state.requests.push(request)
      if (state.fault?.(request, response) === 'answered') return
      answerByContract(request, response)
    })
  })
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve)
  })
  state.baseUrl = `http://127.0.0.1:${(http.address() as AddressInfo).port}`
  return state
}

function answerByContract(request: ReceivedRequest, response: ServerResponse) {
  const { operation } = request
  if (operation === null)
    return answer(response, 404, { error: `No route ${request.method} ${request.path}` })
  const headers = { 'x-request-id': 'req_1' }
  if (operation === 'callTool') {
    const { tool } = request.body as { tool: ToolName }
    return answer(response, 200, lastPage(exampleOutput(tool, { sparse: true })), headers)
  }
  const { status, body } = exampleAnswer(operation, { sparse: true })
  const route = routes[operation]
  if ('media' in route) {
    response.writeHead(status, { 'content-type': route.media, ...headers })
    // Events go on for ever; a file ends.
    if (route.media === 'text/event-stream') response.write(`id: 1\ndata: ${JSON.stringify(body)}\n\n`)
    else response.end(String(body))
    return
  }
  return answer(response, status, lastPage(body), headers)
}

/** An example's list goes on for ever, and its rows are cut; a server's list ends. */
function lastPage(body: unknown): unknown {
  return JSON.parse(JSON.stringify(body).replaceAll(/"(hasMore|truncated)":true/g, '"$1":false')) as unknown
}

/** The route of a request; one without parameters wins over one with. */
function findOperation(method: string, path: string): OperationName | null {
  const found = Object.values(routes).filter((route) => {
    const pattern = new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`)
    return route.method === method && pattern.test(path)
  })
  const best = found.find((route) => !route.path.includes('{')) ?? found[0]
  return best?.operation ?? null
}
