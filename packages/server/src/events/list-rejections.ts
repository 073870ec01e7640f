import type { Rejection, RejectionKind } from '@customer-intel/contract'
import { pageOfList } from '../kernel/operations/page-of-list.ts'
import type { RouteHandler } from '../kernel/operations/route-handler.ts'
import { type KeptRejection, likenessOf, rejectionLogOf } from './rejections.ts'

/** `GET /api/rejections`: the last rejected events and requests. */
export const listRejectionsRoute: RouteHandler<'listRejections'> = {
  async run({ query }, { workspace }) {
    const all = describeRejections(await rejectionLogOf(workspace).list())
    const { kind, eventName, publicKey, origin, from, to } = query
    const fitting = all.filter(
      (rejection) =>
        (kind === undefined || rejection.kind === kind) &&
        (eventName === undefined || rejection.eventName === eventName) &&
        (publicKey === undefined || rejection.publicKey === publicKey) &&
        (origin === undefined || rejection.origin === origin) &&
        (from === undefined || Date.parse(rejection.at) >= Date.parse(from)) &&
        (to === undefined || Date.parse(rejection.at) < Date.parse(to)),
    )
    return pageOfList(fitting, 'listRejections', query, { workspace, placeOf: (rejection) => rejection })
  },
}

/** All that are kept, newest first. An id is the time and the place among those of the same time. */
function describeRejections(kept: readonly KeptRejection[]): Rejection[] {
  const alike = new Map<string, number>()
  for (const one of kept) {
    const likeness = likenessOf(one)
    alike.set(likeness, (alike.get(likeness) ?? 0) + (one.count ?? 1))
  }
  const places = new Map<string, number>()
  const described = kept.map((one): Rejection => {
    const place = places.get(one.at) ?? 0
    places.set(one.at, place + 1)
    return { id: `${one.at}/${place}`, ...describeRejection(one), alike: alike.get(likenessOf(one)) ?? 1 }
  })
  return described.toReversed()
}

/** A rejection as it is answered, without its place in a list. */
export function describeRejection(kept: KeptRejection): Omit<Rejection, 'id' | 'alike'> {
  const { at, kind, uuid, index, field, reason, eventName, origin, publicKey, source, count = 1 } = kept
  return {
    at,
    kind,
    uuid,
    index,
    field,
    reason: reason.replace(/^events\[\d+\]: /, ''),
    remedy: remedies[kind],
    eventName,
    origin,
    publicKey,
    source,
    count,
  }
}

const remedies: Record<RejectionKind, string> = {
  invalid_event: 'Correct the field where the event is made, and send the event again under the same uuid.',
  unidentified:
    'Say whom the event belongs to: email, userId or customerId on the event, or userIdentity or customerIdentity on its batch.',
  invalid_batch: 'Correct the field of the batch, and send all of its events again under the same uuids.',
  unauthorized_source:
    'Send Authorization: Bearer ok_… with an API key of this workspace, or send the events as a browser does, with source client.',
  origin_not_allowed: "Add the origin to the workspace's allowed origins, or to SVC_ALLOWED_ORIGINS.",
  rate_limited:
    'Send fewer and larger requests, up to 100 events each; a history goes by POST /api/events, which has no such limit. The tracker tries again by itself.',
  unreadable: 'Send JSON of at most 1 MB, as application/json or text/plain.',
}
