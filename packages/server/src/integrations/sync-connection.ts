import { recordDigest } from '../log/record-digest.ts'
import { recordKey } from '../log/record-key.ts'
import type { StoredRecord, SyncMark } from '../log/record.ts'
import type { Services } from '../services.ts'
import type { LeaseContext } from '../work/under-lease.ts'
import type { Workspace } from '../workspaces/workspace.ts'
import { openConnectedApi } from './connected-api.ts'
import type { Connection, ModelStatus, UnfetchedName } from './connections.ts'
import { createBacklog } from './backlog.ts'
import { ingestEvents, type NamedEvent } from './ingest-events.ts'
import { type StoreOptions, isTracked } from './store-objects.ts'
import { initialState, readState } from './model-state.ts'
import type { Provider, Stream } from './provider.ts'
import type { RequestCounts } from './provider-api.ts'
import { ProviderProblem } from './provider-problem.ts'
import { syncModel } from './sync-model.ts'
import { isSingle, syncNamed } from './sync-objects.ts'
import { createSyncRun, type SyncRun } from './sync-run.ts'

/** Pauses after failed runs, in milliseconds; the last one repeats. */
const retryMs = [30_000, 120_000, 600_000, 1_800_000]
const maxReasons = 20
/** So long the read models may take to know what the last sync brought, in milliseconds. */
const catchUpMs = 60_000
/** Hints of webhooks wait so long after a sync: a storm of them is a handful of syncs, in milliseconds. */
const quietMs = 10_000
/** The same after objects were fetched that hints named, which costs little. */
const quietAfterObjectsMs = 2_000

export interface SyncOptions {
  context: LeaseContext
  services: Services
  /** Whether only what webhooks named (`unfetched`) is fetched anew; else whatever changed is besides. */
  onlyNamed: boolean
}

const newModel: ModelStatus = {
  status: 'IDLE',
  lastSyncedAt: null,
  lastDataAt: null,
  errorMessage: null,
  recordCount: 0,
}

/** What a run came to. */
interface Outcome {
  models: Record<string, ModelStatus>
  /** What webhooks named and could not be fetched. */
  unfetched: UnfetchedName[]
  /** What ended it, else the first thing that one of its models could not get; null where all went well. */
  problem: ProviderProblem | null
}

/**
 * Syncs one connection: every model to its end, or as far as the provider lets; or but the objects that webhooks named.
 * What came of it stands in the connection, and in the journal for people.
 */
export async function syncConnection(
  workspace: Workspace,
  provider: Provider,
  connection: Connection,
  { context, services, onlyNamed }: SyncOptions,
): Promise<void> {
  const { clock } = services
  const startedAt = clock()
  const run = createSyncRun(provider.id, startedAt)
  const { models, unfetched, problem } = await syncModels(workspace, provider, connection, {
    context,
    services,
    onlyNamed,
    run,
    startedAt,
  })
  // Stopped, or somebody else's work: nothing is said of it, and it is due again.
  if (context.signal.aborted) return
  run.endedAt = new Date(clock()).toISOString()
  run.status = problem === null ? 'SUCCESS' : problem.kind === 'wait' ? 'IDLE' : 'ERROR'
  run.error = problem?.message ?? null
  await workspace.syncRuns.append(run)
  await workspace.connections.change((connections) => {
    const current = connections[provider.id]
    if (current?.generation !== connection.generation) return
    Object.assign(current.models, models)
    current.startedAt = null
    if (unfetched.length > 0) current.unfetched = unfetched
    else delete current.unfetched
    if (problem === null && onlyNamed) {
      // The schedule goes on as it was.
      current.quietUntil = clock() + quietAfterObjectsMs
      return
    }
    // It was accepted for what this run found: a model that fails in every run must not accept for good.
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
  { context, services, onlyNamed, run, startedAt }: SyncOptions & { run: SyncRun; startedAt: number },
): Promise<Outcome> {
  const { clock } = services
  const models: Outcome['models'] = {}
  let unfetched = connection.unfetched ?? []
  let problem: ProviderProblem | null = null
  const counts: RequestCounts = run
  const backlog = createBacklog(workspace.readModels, context.signal)
  /** Who disconnects is done with at once: nothing of a former connection is stored any more. */
  async function append(payload: Uint8Array, records: number): Promise<void> {
    const current = (await workspace.connections.read())[provider.id]
    if (current?.generation !== connection.generation)
      throw new ProviderProblem(
        'temporary',
        `${provider.name} was disconnected, or connected anew, meanwhile`,
      )
    const position = await workspace.log.append(payload, { lease: context.lease })
    await backlog.appended(position, records)
  }
  try {
    const api = await openConnectedApi(workspace, provider, connection, services, {
      signal: context.signal,
      counts,
    })
    const marks = await (await workspace.readModels.exact({ withinMs: catchUpMs })).listSyncs()
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
          setup: connection.setup ?? {},
        },
        mark,
        // What is brought for the first time is not looked for.
        withoutKnown: (records) =>
          found === undefined || found.recordCount === 0
            ? Promise.resolve(records)
            : withoutKnown(workspace, records),
        ingest: async (events) =>
          ingestEvents(
            workspace,
            found === undefined ? events : await withoutKnownEvents(workspace, events),
            {
              counters: services.metrics.of(workspace),
              clock: () => startedAt,
              origin: provider.id,
              append,
            },
          ),
        known: await knownObjects(workspace, provider.id, stream),
        append,
        onPage: ({ records, deleted, setAside }) => {
          run.pages++
          run.records += records
          run.deleted += deleted
          run.setAside += setAside.length
          for (const { id, reason } of setAside)
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
          bringing.state = await syncModel({ ...bringing, acceptsDeletions })
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

/** Whether the other models may be had all the same. */
function isOfOneModel({ kind }: ProviderProblem): boolean {
  return kind === 'permission' || kind === 'broken' || kind === 'oversized' || kind === 'object'
}

/** What is known of a stream's objects; null where there is nothing to look up. */
async function knownObjects({ readModels }: Workspace, provider: string, stream: Stream) {
  if (!isTracked(stream)) return null
  const known = () => readModels.exact({ withinMs: 60_000 })
  const found = await (await known()).listUnmetObjects({ provider, model: stream.model, since: 0 })
  return found.known === 0 ? null : known
}

/** Where the read models lag behind, nothing is taken out: an equal record changes nothing. */
async function withoutKnown({ readModels }: Workspace, records: StoredRecord[]): Promise<StoredRecord[]> {
  if (records.length === 0) return records
  const { reads, current } = await readModels.fresh()
  if (!current) return records
  const known = new Set(await reads.listRecordDigests(records.map(recordKey)))
  return records.filter((record) => !known.has(recordDigest(record)))
}

/** The overlap of each sync brings the events of the last hours again. */
async function withoutKnownEvents({ readModels }: Workspace, events: NamedEvent[]): Promise<NamedEvent[]> {
  const uuids = events.flatMap(({ input }) => input.event.uuid ?? [])
  if (uuids.length === 0) return events
  const { reads, current } = await readModels.fresh()
  if (!current) return events
  const known = new Set(await reads.listStoredEvents(uuids))
  return events.filter(({ input }) => !known.has(input.event.uuid ?? ''))
}
