import { createInterface } from 'node:readline'
import type { Io } from '../io.ts'
import { headersOf, type Message, readMessages } from './messages.ts'

export interface BridgeOptions {
  baseUrl: string
  apiKey: string
  /** Parameters of `/mcp`: which tools it lists. Default: none. */
  selection?: URLSearchParams
  io: Pick<Io, 'stdin' | 'stdout' | 'stderr'>
  /** Ends it, and what it waits for. */
  signal: AbortSignal
}

/**
 * Carries messages of the Model Context Protocol between standard input and output, a line each, and a server's `/mcp`:
 * what tools there are, and what they answer, is the server's matter alone. Each message is a request of its own; when
 * its client cancels it, its connection is closed, and the server stops working on it. Resolves when the input has ended
 * and everything is answered.
 */
export async function bridge({
  baseUrl,
  apiKey,
  selection = new URLSearchParams(),
  io,
  signal,
}: BridgeOptions): Promise<void> {
  const waiting = new Map<unknown, AbortController>()
  const answers = new Set<Promise<void>>()
  /** What a client of a former revision has agreed on; one of the current revision says it in each message. */
  let agreed: string | undefined
  const address = `${baseUrl}/mcp${selection.size > 0 ? `?${selection.toString()}` : ''}`
  const write = (message: object) => io.stdout.write(`${JSON.stringify(message)}\n`)

  async function carry(message: Message): Promise<void> {
    const { id } = message
    const giveUp = new AbortController()
    if (id !== undefined) waiting.set(id, giveUp)
    try {
      const response = await fetch(address, {
        method: 'POST',
        headers: { ...headersOf(message, agreed), authorization: `Bearer ${apiKey}` },
        body: JSON.stringify(message),
        redirect: 'error',
        signal: AbortSignal.any([signal, giveUp.signal]),
      })
      const replies = readMessages(await response.text())
      const [reply] = replies
      const refusal = refusalOf(response.status)
      if (refusal !== null) fail(message, refusal)
      else if (reply?.error !== undefined) write({ ...reply, id })
      else if (id !== undefined && replies.length === 0)
        fail(message, `${baseUrl} answered with status ${response.status} and no message`)
      else for (const each of replies) write(each)
      agreed ??= message.method === 'initialize' ? reply?.result?.protocolVersion : undefined
    } catch (error) {
      if (!giveUp.signal.aborted && !signal.aborted)
        fail(message, `${baseUrl} can't be reached: ${reasonOf(error)}`)
    } finally {
      waiting.delete(id)
    }
  }

  /** A request is answered, also when it failed; one of a notification is reported to people. */
  function fail({ id }: Message, message: string): void {
    if (id === undefined) io.stderr.write(`${message}\n`)
    else write({ jsonrpc: '2.0', id, error: { code: -32_000, message } })
  }

  const lines = createInterface({ input: io.stdin })
  signal.addEventListener('abort', () => lines.close(), { once: true })
  for await (const line of lines) {
    if (line.trim() === '') continue
    const [message] = readMessages(line)
    if (message === undefined)
      write({ jsonrpc: '2.0', id: null, error: { code: -32_700, message: 'Not JSON' } })
    else if (message.method === 'notifications/cancelled') waiting.get(message.params?.requestId)?.abort()
    else {
      const answer = carry(message)
      answers.add(answer)
      void answer.finally(() => answers.delete(answer))
    }
  }
  await Promise.all(answers)
}

/** What people have to do about an answer that is none of the protocol; null for one that is. */
function refusalOf(status: number): string | null {
  if (status === 401) return 'The server doesn’t take this API key: run svc auth login'
  if (status === 404) return 'The server has no /mcp: is it an older one, or another program?'
  return status >= 500 ? `The server failed with status ${status}: see svc doctor` : null
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  return cause instanceof Error ? cause.message : String(cause)
}
