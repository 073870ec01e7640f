import { connectionsOf } from '../../integrations/connections.ts'
import { type ChatOptions, isJsonObject } from '@customer-intel/contract'
import { openConnectedApi } from '../../integrations/connected-api.ts'
import { textOf } from '../../integrations/fields.ts'
import type { Answer, ProviderApi } from '../../integrations/provider.ts'
import { ProviderProblem } from '../../integrations/provider-problem.ts'
import { chatApp, listChannels, nextCursor } from '../../integrations/providers/chat-app.ts'
import { AppError } from '../../kernel/errors.ts'
import type { Services } from '../../kernel/operations/services.ts'
import type { Workspace } from '../../kernel/workspace/workspace.ts'

type ChatServices = Pick<Services, 'clock' | 'outgoing' | 'secrets' | 'integrations'>

/** A channel of the chat app. */
export interface ChatChannel {
  id: string
  name: string
  isPrivate: boolean
  isArchived: boolean
}

/** Maximal number of pages (200 channels each) to search. */
const maxPages = 25
/** Somebody waits for the answer. */
const maxWaitMs = 2_000

/**
 * The API of the chat app; null while none is connected. Waits longer than `maxWaitMs` reject with {@link
 * ProviderProblem}.
 */
export async function openChatApp(
  workspace: Workspace,
  services: ChatServices,
  options: { signal: AbortSignal; maxWaitMs: number },
): Promise<ProviderApi | null> {
  const connection = (await connectionsOf(workspace).read())[chatApp.id]
  if (connection === undefined || connection.disabled !== null) return null
  return openConnectedApi(workspace, chatApp, connection, services, options)
}

/**
 * The channels whose name or id contains a text, by name. Throws AppError `UNAVAILABLE` while the chat app doesn't
 * answer.
 */
export async function listChatOptions(
  workspace: Workspace,
  services: ChatServices,
  { search, limit, signal }: { search?: string | undefined; limit: number; signal?: AbortSignal | undefined },
): Promise<ChatOptions> {
  const none = { connected: false, channels: [], hasMore: false, nextCursor: null }
  const fits = (search ?? '').trim().toLowerCase()
  return asked(async () => {
    const api = await openChatApp(workspace, services, { signal: signal ?? never, maxWaitMs })
    if (api === null) return none
    const found: ChatOptions['channels'] = []
    let cursor: string | null = null
    for (let page = 0; page < maxPages; page++) {
      const answer: Answer = await listChannels(api, cursor)
      for (const item of Array.isArray(answer['channels']) ? answer['channels'] : []) {
        const channel = toChannel(item)
        if (channel === null || channel.isArchived) continue
        const { id, name, isPrivate } = channel
        if (name.toLowerCase().includes(fits) || id.toLowerCase() === fits)
          found.push({ id, name, isPrivate })
      }
      cursor = nextCursor(answer)
      if (cursor === null) break
    }
    found.sort((a, b) => (a.name < b.name ? -1 : 1))
    return {
      connected: true,
      channels: found.slice(0, limit),
      hasMore: found.length > limit || cursor !== null,
      nextCursor: null,
    }
  })
}

/**
 * A channel by id. Throws AppErrors: `CONFLICT` while no chat app is connected, `NOT_FOUND` when there is no such
 * channel.
 */
export async function requireChannel(
  workspace: Workspace,
  services: ChatServices,
  channelId: string,
  signal?: AbortSignal,
): Promise<ChatChannel> {
  return asked(async () => {
    const api = await openChatApp(workspace, services, { signal: signal ?? never, maxWaitMs })
    if (api === null)
      throw new AppError('CONFLICT', 'No chat app is connected: connect one (POST /api/integrations/connect)')
    const answer = await api.get('/api/conversations.info', { channel: channelId })
    const channel = answer['ok'] === true ? toChannel(answer['channel']) : null
    if (channel !== null) return channel
    throw new AppError(
      'NOT_FOUND',
      `The chat app has no channel ${channelId}: invite the application to it first`,
    )
  })
}

const never = new AbortController().signal

async function asked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof ProviderProblem)
      throw new AppError('UNAVAILABLE', `The chat app can’t be asked: ${error.message}`, {
        retryAfterSeconds: 5,
        cause: error,
      })
    throw error
  }
}

function toChannel(value: unknown): ChatChannel | null {
  if (!isJsonObject(value)) return null
  const id = textOf(value['id'], 191)
  return id === null
    ? null
    : {
        id,
        name: textOf(value['name'], 120) ?? id,
        isPrivate: value['is_private'] === true,
        isArchived: value['is_archived'] === true,
      }
}
