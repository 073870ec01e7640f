import type { StreamHandler } from '../../kernel/operations/stream-handler.ts'
import { liveFilter } from './live-filter.ts'
import { liveEvents, type LiveMessage } from './live-events.ts'
import { decodePlace, placeAt } from './log-place.ts'

/** Keeps proxies from closing a connection on which nothing happens. */
const commentEveryMs = 15_000

/** `GET /api/events/stream`: server-sent events. */
export const streamEvents: StreamHandler<'streamEvents'> = {
  async run({ query }, { workspace, grants, metrics, signal, lastEventId, isAllowed }) {
    const from = decodePlace(lastEventId ?? query.after, workspace) ?? placeAt(await workspace.log.end())
    const filter = liveFilter(query)
    const { lag } = metrics.of(workspace)
    return toText(
      liveEvents(workspace, {
        from,
        filter: { ...filter, rejections: filter.rejections && grants.includes('events:explain') },
        signal,
        isAllowed,
        lagSeconds: () => lag.lagSeconds(),
      }),
    )
  },
}

async function* toText(messages: AsyncIterable<LiveMessage>): AsyncGenerator<string> {
  let commentedAt = performance.now()
  yield ': follows events\n\n'
  for await (const { event, id } of messages) {
    yield `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`
    if (performance.now() - commentedAt < commentEveryMs) continue
    commentedAt = performance.now()
    yield ': still here\n\n'
  }
}
