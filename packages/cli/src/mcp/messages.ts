/** As much of a message of the protocol as has to be known to carry it. */
export interface Message {
  /** Absent of a notification. */
  id?: unknown
  method?: string
  params?: { name?: unknown; uri?: unknown; requestId?: unknown; _meta?: Record<string, unknown> }
  result?: { protocolVersion?: string }
  error?: object
}

/** The messages of a text: one as JSON, or several as a stream of events. What is no message is skipped. */
export function readMessages(text: string): Message[] {
  const parts = /^(?:event|data|id|retry)?:/m.test(text.slice(0, 10))
    ? text.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .filter((line) => line.startsWith('data:'))
          .map((line) => line.slice('data:'.length))
          .join('\n'),
      )
    : [text]
  return parts.map(parse).filter((message) => message !== null)
}

function parse(text: string): Message | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? value : null
  } catch {
    return null
  }
}

/** What HTTP says of a message beside its body. `agreed`: the revision that a handshake agreed on. */
export function headersOf({ method, params }: Message, agreed: string | undefined): Record<string, string> {
  const said = params?._meta?.['io.modelcontextprotocol/protocolVersion']
  const version = typeof said === 'string' ? said : method === 'initialize' ? undefined : agreed
  const name = params?.name ?? params?.uri
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    ...(version === undefined ? {} : { 'mcp-protocol-version': headerValue(version) }),
    ...(method === undefined ? {} : { 'mcp-method': headerValue(method) }),
    ...(typeof name === 'string' ? { 'mcp-name': headerValue(name) } : {}),
  }
}

/** What a header can't hold as it stands goes as base64 of UTF-8. */
function headerValue(text: string): string {
  const isPlain = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/.test(text) && !text.startsWith('=?base64?')
  return isPlain ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`
}
