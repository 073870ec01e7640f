import type { Call, Handler, Reply } from '../http.ts'
import { type OAuthPlay, playOAuth, withOAuth } from '../oauth.ts'
import { storyOf } from '../stories.ts'
import type { World } from '../world.ts'
import { refusal } from './calendar-a.ts'

export interface MailPart {
  partId?: string
  mimeType: string
  filename: string
  headers: { name: string; value: string }[]
  body: { size: number; data?: string; attachmentId?: string }
  parts?: MailPart[]
}

export interface MailMessage {
  id: string
  threadId: string
  labelIds: string[]
  snippet: string
  historyId: string
  /** Unix milliseconds, as a text. */
  internalDate: string
  sizeEstimate: number
  payload: MailPart
}

/** What a mail is made of. */
export interface MailDraft {
  from: string
  to: string
  subject: string
  text: string
  at?: number
  threadId?: string
  labelIds?: string[]
  headers?: Record<string, string>
  /** Default: a plain part and one of HTML. */
  payload?: Omit<MailPart, 'headers'> & { headers?: MailPart['headers'] }
}

/** Plays the Gmail API, version v1: profile, messages, threads and history. */
export interface MailA {
  handler: Handler
  oauth: OAuthPlay
  /** Newest first. */
  messages: MailMessage[]
  /** Delivers a mail; returns its id. */
  deliver(draft: MailDraft): string
  /** Puts labels on a mail, such as `TRASH`. */
  label(id: string, labels: string[]): void
  /** Takes a mail away for good. */
  remove(id: string): void
  /** Places in the history that were given are no longer known. */
  expireHistory(): void
}

interface Change {
  id: number
  kind: 'messagesAdded' | 'messagesDeleted' | 'labelsAdded'
  message: { id: string; threadId: string; labelIds?: string[] }
}

const hour = 3_600_000

export function playMailA(world: World): MailA {
  const oauth = playOAuth({
    service: 'Mail A',
    authorisePath: '/o/oauth2/v2/auth',
    tokenPath: '/token',
    revokePath: '/revoke',
    clientAuth: 'body',
    givesRefreshToken: (asked) => asked.get('access_type') === 'offline',
  })
  const me = world.colleagues[1]!
  const messages: MailMessage[] = []
  const changes: Change[] = []
  let history = 1_000
  let oldest = 0

  const mine = `${me.name} <${me.email}>`
  for (const company of [...world.companies].reverse()) {
    const person = company.people[0]!
    const theirs = `"${person.name}" <${person.email}>`
    const at = world.now - (company.index + 1) * 7 * hour
    const asked = deliver({
      from: theirs,
      to: mine,
      subject: `Seats for ${company.name}`,
      text: `Hello Mira,\n\nwe need ${company.index + 5} more seats for ${company.name}. What would that cost?\n\n${storyOf(company).said}\n\n${person.name}`,
      at,
    })
    deliver({
      from: mine,
      to: theirs,
      subject: `Re: Seats for ${company.name}`,
      text: `Hello ${person.name},\n\nthe offer is attached. ${storyOf(company).answered}\n\nOn Monday ${person.name} <${person.email}> wrote:\n> we need more seats`,
      at: at + hour,
      threadId: asked,
      labelIds: ['SENT'],
    })
  }
  const noise = world.now - 30 * hour
  deliver({
    from: mine,
    to: 'Sol Vendor <sol@vendor.example>',
    subject: 'Lunch?',
    text: 'At noon?',
    at: noise,
  })
  deliver({
    from: 'no-reply@bank.example',
    to: mine,
    subject: 'Your statement',
    text: 'It is there.',
    at: noise,
  })
  deliver({
    from: 'News <news@paper.example>',
    to: mine,
    subject: 'This week',
    text: 'Read on.',
    at: noise,
    headers: { 'List-Unsubscribe': '<https://paper.example/off>' },
  })
  deliver({
    from: 'Offers <a@shop.example>',
    to: mine,
    subject: '20 %',
    text: 'Buy.',
    labelIds: ['CATEGORY_PROMOTIONS'],
  })
  changes.length = 0

  function deliver(draft: MailDraft): string {
    const { from, to, subject, text, at = Date.now(), labelIds = ['INBOX', 'UNREAD'] } = draft
    const id = `18c${(messages.length + 1).toString(16).padStart(13, '0')}`
    const headers = [
      ['From', from],
      ['To', to],
      ['Subject', subject],
      ['Date', new Date(at).toUTCString()],
      ['Message-ID', `<${id}@mail.example>`],
      ...Object.entries(draft.headers ?? {}),
    ].map(([name, value]) => ({ name: name!, value: value! }))
    const payload = draft.payload ?? alternative(text)
    const message: MailMessage = {
      id,
      threadId: draft.threadId ?? id,
      labelIds,
      snippet: text.slice(0, 100),
      historyId: String(++history),
      internalDate: String(at),
      sizeEstimate: text.length,
      payload: { ...payload, headers: [...headers, ...(payload.headers ?? [])] },
    }
    messages.unshift(message)
    changes.push({
      id: history,
      kind: 'messagesAdded',
      message: { id, threadId: message.threadId, labelIds },
    })
    return id
  }

  function listMessages({ query }: Call): Reply {
    const q = query.get('q') ?? ''
    const found = messages.filter(({ labelIds }) => {
      if (labelIds.some((label) => label === 'TRASH' || label === 'SPAM')) return false
      return !(q.includes('-category:promotions') && labelIds.includes('CATEGORY_PROMOTIONS'))
    })
    const limit = Number(query.get('maxResults') ?? 100)
    const start = Number(query.get('pageToken') ?? 0)
    const next = start + limit < found.length ? { nextPageToken: String(start + limit) } : {}
    const page = found.slice(start, start + limit).map(({ id, threadId }) => ({ id, threadId }))
    return {
      status: 200,
      body: { ...(page.length > 0 && { messages: page }), ...next, resultSizeEstimate: found.length },
    }
  }

  function listHistory({ query }: Call): Reply {
    const since = Number(query.get('startHistoryId'))
    if (!(since >= oldest)) return refusal(404, 'notFound', 'Requested entity was not found.')
    const found = changes.filter(({ id }) => id > since)
    const limit = Number(query.get('maxResults') ?? 100)
    const start = Number(query.get('pageToken') ?? 0)
    const entries = found.slice(start, start + limit).map(({ id, kind, message }) => ({
      id: String(id),
      messages: [{ id: message.id, threadId: message.threadId }],
      [kind]: [{ message, ...(kind === 'labelsAdded' && { labelIds: message.labelIds }) }],
    }))
    return {
      status: 200,
      body: {
        ...(entries.length > 0 && { history: entries }),
        ...(start + limit < found.length && { nextPageToken: String(start + limit) }),
        historyId: String(history),
      },
    }
  }

  function change(kind: Change['kind'], { id, threadId, labelIds }: MailMessage): void {
    changes.push({ id: ++history, kind, message: { id, threadId, labelIds } })
  }

  return {
    oauth,
    messages,
    deliver,
    label(id, labels) {
      const message = messages.find((one) => one.id === id)!
      message.labelIds = [...message.labelIds.filter((label) => label !== 'INBOX'), ...labels]
      change('labelsAdded', message)
    },
    remove(id) {
      const [message] = messages.splice(
        messages.findIndex((one) => one.id === id),
        1,
      )
      change('messagesDeleted', message!)
    },
    expireHistory() {
      oldest = ++history
      changes.length = 0
    },
    handler: withOAuth(oauth, (call) => {
      if (!oauth.accepts(call)) return refusal(401, 'authError', 'Invalid Credentials')
      const path =
        /^\/gmail\/v1\/users\/(?:me|mira(?:@|%40)vendor\.example)\/(.+)$/.exec(call.path)?.[1] ?? ''
      if (path === 'profile')
        return {
          status: 200,
          body: {
            emailAddress: oauth.person,
            messagesTotal: messages.length,
            threadsTotal: new Set(messages.map(({ threadId }) => threadId)).size,
            historyId: String(history),
          },
        }
      if (path === 'messages') return listMessages(call)
      if (path === 'history') return listHistory(call)
      const [kind, id] = path.split('/')
      const message = kind === 'messages' ? messages.find((one) => one.id === id) : undefined
      if (message !== undefined) return { status: 200, body: message }
      const thread = kind === 'threads' ? messages.filter(({ threadId }) => threadId === id) : []
      if (thread.length > 0)
        return { status: 200, body: { id, historyId: String(history), messages: thread } }
      return refusal(404, 'notFound', 'Requested entity was not found.')
    }),
  }
}

/** A part with a text, as the service gives it. */
export function textPart(mimeType: string, text: string | Buffer, charset = 'utf-8'): MailPart {
  const bytes = Buffer.from(text as string)
  return {
    mimeType,
    filename: '',
    headers: [{ name: 'Content-Type', value: `${mimeType}; charset="${charset}"` }],
    body: { size: bytes.length, data: bytes.toString('base64url') },
  }
}

export function multipart(kind: 'alternative' | 'mixed' | 'related', parts: MailPart[]): MailPart {
  return {
    mimeType: `multipart/${kind}`,
    filename: '',
    headers: [{ name: 'Content-Type', value: `multipart/${kind}; boundary="b"` }],
    body: { size: 0 },
    parts,
  }
}

function alternative(text: string): MailPart {
  const html = `<div dir="ltr">${text.replaceAll('\n', '<br>')}</div>`
  return multipart('alternative', [textPart('text/plain', text), textPart('text/html', html)])
}
