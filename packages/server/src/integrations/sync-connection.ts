import { ingestTargetOf } from '../events/ingest/ingest.ts'
import { connectionsOf } from './connections.ts'
import { internalPeople } from '../customers/identity/internal-people.ts'
import { recordDigest } from '../kernel/log/record-digest.ts'
import { recordKey } from '../kernel/log/record-key.ts'
import type { StoredRecord, SyncMark } from '../kernel/log/record.ts'
import type { Services } from '../kernel/operations/services.ts'
import type { LeaseContext } from '../kernel/background/under-lease.ts'
import type { Workspace } from '../kernel/workspace/workspace.ts'
import { openConnectedApi } from './connected-api.ts'
import type { Connection, ModelStatus, UnfetchedName } from './connections.ts'
import { createBacklog } from './backlog.ts'
import { ingestEvents, type NamedEvent } from './ingest-events.ts'
import { type StoreOptions, isTracked } from './store-objects.ts'
import { initialState, readState } from './model-state.ts'
import type { Provider, Stream } from './provider.ts'
import type { RequestCounts } from './provider-api.ts'
import { ProviderProblem } from './provider-problem.ts'
import type { RefusedEvents } from './refused-events.ts'
import { syncModel } from './sync-model.ts'
import { isSingle, syncNamed } from './sync-objects.ts'
import { createSyncRun, reportingProgress, type SyncRun, syncRunsOf } from './sync-run.ts'

/** Pauses after failed runs, in milliseconds; the last one repeats. */
const retryMs = [30_000, 120_000, 600_000, 1_800_000]
const maxReasons = 20
/** How long the read models may take to apply what the last sync appended. */
const catchUpMs = 60_000
/** After a sync webhooks' hints wait this long: many of them lead to a few syncs. */
const quietMs = 10_000
/** The same after only the named objects were fetched, which costs little. */
const quietAfterObjectsMs = 2_000

export interface SyncOptions {
  context: LeaseContext
  services: Services
  /** Whether only the objects that webhooks named (`unfetched`) are fetched; else all changes, too. */
  onlyNamed: boolean
  /** The connection's, of earlier syncs. */
  refused: RefusedEvents
}

const newModel: ModelStatus = {
  status: 'IDLE',
  lastSyncedAt: null,
  lastDataAt: null,
  errorMessage: null,
  recordCount: 0,
}

/** The result of a run. */
interface Outcome {
  models: Record<string, ModelStatus>
  /** Objects that webhooks named and that couldn't be fetched. */
  unfetched: UnfetchedName[]
  /** The problem that ended it, or the first problem of one of its models; null on success. */
  problem: ProviderProblem | null
}

/**
 * Syncs one connection: all models, as far as possible, or only the objects that webhooks named. The result is stored in
 * the connection, and in the journal for people.
 */
export async function syncConnection(
  workspace: Workspace,
  provider: Provider,
  connection: Connection,
  options: SyncOptions,
): Promise<void> {
  const { context, services, onlyNamed } = options
  const { clock } = services
  const startedAt = clock()
  const run = createSyncRun(provider.id, startedAt)
  const { models, unfetched, problem } = await reportingProgress(workspace, run, () =>
    syncModels(workspace, provider, connection, { ...options, run, startedAt }),
  )
  // Aborted, or the lease was lost: nothing is stored, and the sync is due again.
  if (context.signal.aborted) return
  run.endedAt = new Date(clock()).toISOString()
  run.status = problem === null ? 'SUCCESS' : problem.kind === 'wait' ? 'IDLE' : 'ERROR'
  run.error = problem?.message ?? null
  if (problem !== null) run.problem = problem.kind
  services.metrics.durations.syncs.observe(
    { provider: provider.id, status: run.status },
    (clock() - startedAt) / 1_000,
  )
  await syncRunsOf(workspace).append(run)
  await connectionsOf(workspace).change((connections) => {
    const current = connections[provider.id]
    if (current?.generation !== connection.generation) return
    Object.assign(current.models, models)
    current.startedAt = null
    if (unfetched.length > 0) current.unfetched = unfetched
    else delete current.unfetched
    if (problem === null && onlyNamed) {
      // The schedule stays the same.
      current.quietUntil = clock() + quietAfterObjectsMs
      return
    }
    // The permission was for the deletions that this run found: a model that fails in every run must not keep it.
    if (problem === null || isOfOneModel(problem)) delete current.acceptsDeletions
    current.failures = problem === null || problem.kind === 'wait' ? 0 : current.failures + 1
    current.disabled = problem?.kind === 'credentials' ? problem.message : null
    current.nextAt = nextAt(provider, problem, current.failures, clock())
    current.quietUntil = problem === null ? clock() + quietMs : current.nextAt
  })
}

function nextAt(
  { everyMs }: Provider,
  problem: ProviderProblem | null,
  failures: number,
  now: number,
): number {
  if (problem === null) return now + everyMs
  if (problem.notBefore !== null) return problem.notBefore
  return now + Math.min(retryMs[Math.min(failures, retryMs.length) - 1] ?? everyMs, everyMs)
}

async function syncModels(
  workspace: Workspace,
  provider: Provider,
  connection: Connection,
  {
    context,
    services,
    onlyNamed,
    refused,
    run,
    startedAt,
  }: SyncOptions & { run: SyncRun; startedAt: number },
): Promise<Outcome> {
  const { clock } = services
  const models: Outcome['models'] = {}
  let unfetched = connection.unfetched ?? []
  let problem: ProviderProblem | null = null
  const counts: RequestCounts = run
  const backlog = createBacklog(workspace.readModels, context.signal)
  /** After a disconnection, nothing more of that connection is stored. */
  async function append(payload: Uint8Array, records: number): Promise<void> {
    const current = (await connectionsOf(workspace).read())[provider.id]
    if (current?.generation !== connection.generation)
      throw new ProviderProblem(
        'temporary',
        `${provider.name} was disconnected, or connected again, meanwhile`,
      )
    const position = await workspace.log.append(payload, { lease: context.lease })
    await backlog.appended(position, records)
  }
  try {
    const api = await openConnectedApi(workspace, provider, connection, services, {
      signal: context.signal,
      counts,
    })
    const reads = await workspace.readModels.exact({ withinMs: catchUpMs })
    const marks = await reads.listSyncs()
    const ownDomains = workspace.document.settings.domains
    const internal = internalPeople(await reads.listMemberEmails(), ownDomains)
    for (const stream of provider.streams) {
      const isOurs = ({ model }: UnfetchedName) => model === stream.model
      const named = unfetched.filter(isOurs)
      if (onlyNamed && named.length === 0) continue
      const status = { ...(connection.models[stream.model] ?? newModel) }
      models[stream.model] = status
      const mark: Pick<SyncMark, 'provider' | 'generation'> = {
        provider: provider.id,
        generation: connection.generation,
      }
      const found = marks.find(
        ({ model, generation }) => model === stream.model && generation === connection.generation,
      )
      const bringing: StoreOptions = {
        stream,
        api,
        state: found === undefined ? initialState : readState(found),
        context: {
          provider: provider.id,
          now: startedAt,
          account: connection.grant?.account ?? null,
          internal,
          setup: connection.setup ?? {},
        },
        mark,
        // The first sync needs no lookups.
        withoutKnown: (records) =>
          found === undefined || found.recordCount === 0
            ? Promise.resolve(records)
            : withoutKnown(workspace, records),
        async ingest(events) {
          const unknown = found === undefined ? events : await withoutKnownEvents(workspace, events)
          const fresh = refused.without(unknown)
          const ingested = await ingestEvents(ingestTargetOf(workspace), fresh, {
            counters: services.metrics.of(workspace),
            clock: () => startedAt,
            origin: provider.id,
            append,
          })
          const skipped = new Set(ingested.skipped.map(({ id }) => id))
          refused.add(fresh.filter(({ id }) => skipped.has(id)))
          return ingested
        },
        known: await knownObjects(workspace, provider.id, stream),
        append,
        onPage: ({ received, records, deleted, skipped }) => {
          run.pages++
          run.received = (run.received ?? 0) + received
          run.records += records
          run.deleted += deleted
          run.setAside += skipped.length
          for (const { id, reason } of skipped)
            if (run.setAsideReasons.length < maxReasons)
              run.setAsideReasons.push({ model: stream.model, id, reason })
          if (records > 0) status.lastDataAt = new Date(clock()).toISOString()
          status.recordCount += records
        },
      }
      try {
        if (!onlyNamed || !isSingle(stream)) {
          const acceptsDeletions =
            connection.acceptsDeletions === true && stream.wholeWalkEveryMs !== undefined
          bringing.state = await syncModel({ ...bringing, acceptsDeletions, ownDomains })
          const { held = null, recordCount } = bringing.state
          Object.assign(status, {
            status: held === null ? 'SUCCESS' : 'ERROR',
            lastSyncedAt: new Date(clock()).toISOString(),
            errorMessage: held,
            recordCount,
          })
          if (held !== null) run.held.push(held)
          bringing.known = named.length === 0 ? null : await knownObjects(workspace, provider.id, stream)
        }
        if (named.length === 0) continue
        const fetched = isSingle(stream) ? await syncNamed({ ...bringing, stream }, named) : null
        unfetched = [...unfetched.filter((one) => !isOurs(one)), ...(fetched?.unfetched ?? [])]
        if (fetched === null) continue
        status.recordCount = fetched.state.recordCount
        if (fetched.problem !== null) throw fetched.problem
      } catch (error) {
        if (!(error instanceof ProviderProblem)) throw error
        const isWaiting = error.kind === 'wait'
        status.status = isWaiting ? 'IDLE' : 'ERROR'
        status.errorMessage = isWaiting ? null : error.message
        if (!isOfOneModel(error)) throw error
        problem ??= error
      }
    }
    return { models, unfetched, problem }
  } catch (error) {
    if (error instanceof ProviderProblem) return { models, unfetched, problem: error }
    throw error
  }
}

/** Whether the other models can be synced all the same. */
function isOfOneModel({ kind }: ProviderProblem): boolean {
  return kind === 'permission' || kind === 'broken' || kind === 'oversized' || kind === 'object'
}

/** The known objects of a stream; null when there are none. */
async function knownObjects({ readModels }: Workspace, provider: string, stream: Stream) {
  if (!isTracked(stream)) return null
  const known = () => readModels.exact({ withinMs: 60_000 })
  const found = await (await known()).listUnmetObjects({ provider, model: stream.model, since: 0 })
  return found.known === 0 ? null : known
}

/** While the read models lag behind, nothing is removed: equal records change nothing. */
async function withoutKnown({ readModels }: Workspace, records: StoredRecord[]): Promise<StoredRecord[]> {
  if (records.length === 0) return records
  const { reads, current } = await readModels.fresh()
  if (!current) return records
  const known = new Set(await reads.listRecordDigests(records.map(recordKey)))
  return records.filter((record) => !known.has(recordDigest(record)))
}

/** Because of the overlap each sync returns the events of the last hours again. */
async function withoutKnownEvents({ readModels }: Workspace, events: NamedEvent[]): Promise<NamedEvent[]> {
  const uuids = events.flatMap(({ input }) => input.event.uuid ?? [])
  if (uuids.length === 0) return events
  const { reads, current } = await readModels.fresh()
  if (!current) return events
  const known = new Set(await reads.listStoredEvents(uuids))
  return events.filter(({ input }) => !known.has(input.event.uuid ?? ''))
}
