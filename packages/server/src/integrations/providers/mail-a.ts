import { isJsonObject } from '@customer-intel/contract'
import { idOf, listIn, objectOf, objectsOf, present, requireId, textOf, timeOf } from '../fields.ts'
import { fetchEach } from '../fetch-each.ts'
import { internal, isInternalAddress, isNoReply } from '../internal-address.ts'
import type {
  Answer,
  StreamRequest,
  MapContext,
  MappedRecord,
  StreamPage,
  Provider,
  ProviderApi,
} from '../provider.ts'
import { ProviderProblem } from '../provider-problem.ts'
import { googleAuth, googleErrors } from './google.ts'
import type { MailAddress } from '../mail/mail-address.ts'
import { readMail } from './mail-a-message.ts'

const me = '/gmail/v1/users/me'
const perPage = 100
const parallel = 5
/** Mails that people didn't write to each other, or that aren't visible. */
const unwantedLabels = new Set([
  'DRAFT',
  'SPAM',
  'TRASH',
  'CHAT',
  'CATEGORY_PROMOTIONS',
  'CATEGORY_SOCIAL',
  'CATEGORY_FORUMS',
])
const wanted = 'newer_than:2y -in:chats -in:drafts -category:promotions -category:social -category:forums'

/** Uses the Gmail API, version v1: mails between the mailbox and external people. */
export const mailA: Provider = {
  id: 'mail-a',
  name: 'Mail A',
  category: 'communication',
  service: { name: 'Gmail', website: 'https://mail.google.com' },
  brings: 'mails with people from outside, and who wrote',
  cliName: 'mail',
  auth: googleAuth({
    endsWith: ['calendar-a'],
    scopes: ['https://www.googleapis.com/auth/gmail.readonly'],
    account: async (api) => requireId(await api.get(`${me}/profile`), 'emailAddress'),
  }),
  origin: 'https://gmail.googleapis.com',
  headers: ({ accessToken }) => ({ authorization: `Bearer ${accessToken}` }),
  errors: [
    ...googleErrors,
    // A history id that is too old. A deleted mail also yields 404: see below.
    { when: ({ status }) => status === 404, action: 'restart' },
  ],
  check: async (api) => requireId(await api.get(`${me}/profile`), 'historyId'),
  everyMs: 5 * 60_000,
  notes: [
    'The mailbox of whoever connects is read: mails with people from outside, of the last two years. Drafts, spam, what is in the bin, newsletters and what machines send are skipped.',
  ],
  streams: [
    {
      model: 'Email',
      cursor: { kind: 'token' },
      fetch: (api, request) => (request.since === null ? fetchAll(api, request) : fetchChanged(api, request)),
      idOf: requireId,
      isDeleted: (item) => isJsonObject(item) && item['isGone'] === true,
      map: (item, context) => mapMail(objectOf(item), context),
    },
  ],
}

/** All mails, newest first. New ones are in the history after the history id that was stored before the first page. */
async function fetchAll(api: ProviderApi, { page }: StreamRequest): Promise<StreamPage> {
  const [place, token] = page?.split(' ', 2) ?? [await placeNow(api), null]
  const answer = await api.get(`${me}/messages`, { q: wanted, maxResults: perPage, pageToken: token })
  const next = idOf(answer['nextPageToken'])
  // Without any mail the list is missing.
  const found = answer['messages'] === undefined ? [] : listIn(answer, 'messages')
  return {
    items: await fetchEach(
      parallel,
      found.map((mail) => requireId(mail)),
      String,
      (id) => fetchMail(api, id),
    ),
    next: next === null ? null : `${place} ${next}`,
    cursor: place!,
  }
}

async function placeNow(api: ProviderApi): Promise<string> {
  return requireId(await api.get(`${me}/profile`), 'historyId')
}

async function fetchChanged(api: ProviderApi, { since, page }: StreamRequest): Promise<StreamPage> {
  const answer = await api.get(`${me}/history`, {
    startHistoryId: since,
    maxResults: perPage,
    pageToken: page,
  })
  const history = objectsOf(answer['history']) ?? []
  // Whatever happened to a mail, its current state is fetched.
  const ids = new Set(history.flatMap((entry) => mailsOf(entry).map((mail) => requireId(mail))))
  return {
    items: await fetchEach(parallel, [...ids], String, (id) => fetchMail(api, id)),
    next: idOf(answer['nextPageToken']),
    cursor: requireId(answer, 'historyId'),
  }
}

/** The mails of a history entry: each kind of change has a list of its own. */
function mailsOf(entry: Answer): Answer[] {
  const kinds = ['messagesAdded', 'messagesDeleted', 'labelsAdded', 'labelsRemoved']
  const changes = kinds.flatMap((kind) => objectsOf(entry[kind]) ?? [])
  return changes.flatMap(({ message }) => (isJsonObject(message) ? [message] : []))
}

async function fetchMail(api: ProviderApi, id: string): Promise<Answer> {
  try {
    return await api.get(`${me}/messages/${encodeURIComponent(id)}`, { format: 'full' })
  } catch (error) {
    if (error instanceof ProviderProblem && error.kind === 'restart') return { id, isGone: true }
    throw error
  }
}

/** Mails that are in the trash, or that weren't written by people, have no records: former ones are removed. */
function mapMail(message: Answer, context: MapContext): MappedRecord[] {
  const id = requireId(message)
  const labels: unknown[] = Array.isArray(message['labelIds']) ? message['labelIds'] : []
  if (labels.some((label) => typeof label === 'string' && unwantedLabels.has(label))) return []
  const sentAt = timeOf(message['internalDate'])
  if (sentAt === null) throw new Error('it has no internalDate')
  const mail = readMail(objectOf(message['payload']), (address) => isInternalAddress(address, context))
  // Every mail has a sender: if none was found, the mail wasn't understood, and nothing is removed.
  if (mail.from === null && mail.to.length === 0 && mail.cc.length === 0)
    throw new Error('it has neither From nor To')
  const isSent = labels.includes('SENT')
  const isOwn = ({ email }: MailAddress) => email === null || isInternalAddress(email, context)
  const from = mail.from !== null && !isSent && !isOwn(mail.from) ? mail.from : null
  const outside = [...(from === null ? [] : [from]), ...[...mail.to, ...mail.cc].filter((one) => !isOwn(one))]
  const people = outside.filter(({ email }) => !isNoReply(email!))
  const isByMachine = mail.isAutomatic || (from !== null && isNoReply(from.email!))
  if (isByMachine || people.length === 0) return []
  const toParticipant = (role: string, isOwnAddress: boolean) => (one: MailAddress) => ({
    role,
    ...present({
      email: one.email === null || (!isOwn(one) && isNoReply(one.email)) ? null : one.email,
      name: one.name,
    }),
    ...(one.email !== null && (isOwnAddress || isOwn(one)) && internal),
  })
  return [
    {
      kind: 'source',
      sourceType: 'EMAIL',
      sourceId: id,
      provider: 'mail-a',
      occurredAt: new Date(sentAt).toISOString(),
      title: mail.subject ?? '(no subject)',
      permalink: `https://mail.google.com/mail/#all/${encodeURIComponent(id)}`,
      ...present({
        text: textOf(mail.text, 1_000_000),
        summary: textOf(mail.text.replaceAll(/\s+/g, ' '), 200),
      }),
      participants: [
        ...(mail.from === null ? [] : [toParticipant('from', isSent)(mail.from)]),
        ...mail.to.map(toParticipant('to', false)),
        ...mail.cc.map(toParticipant('cc', false)),
      ].slice(0, 500),
      record: present<string | string[]>({
        direction: from === null ? 'outbound' : 'inbound',
        threadId: idOf(message['threadId']),
        messageId: mail.messageId,
        attachments: mail.attachments.length === 0 ? null : mail.attachments.slice(0, 50),
      }),
    },
    ...(from === null
      ? []
      : [{ kind: 'user' as const, email: from.email!, ...(from.name !== null && { name: from.name }) }]),
  ]
}
