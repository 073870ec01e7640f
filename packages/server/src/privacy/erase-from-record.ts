import { eventKeys } from '../customers/identity/event-keys.ts'
import { reportedCustomers } from '../kernel/log/reported-customers.ts'
import { sourceKey } from '../kernel/log/record-key.ts'
import type {
  EventsRecord,
  ExtractionRecord,
  FactRecord,
  LogRecord,
  OccurrenceRecord,
  RecordsRecord,
  RunRecord,
  SourceRecord,
  StoredEvent,
  StoredRecord,
} from '../kernel/log/record.ts'
import { createBelonging } from './belonging.ts'
import { createDigestEraser } from './erase-from-digests.ts'
import { createMask } from './mask.ts'
import { type OwnWords, wordsOfPerson } from './own-words.ts'
import { eventsOf, type Person } from './person.ts'

/** Counts of erased events and records. */
export interface ErasedCounts {
  /** Deleted events. */
  events: number
  /** Deleted records: users, facts, revenue, decisions about identity and others. */
  records: number
  /** Deleted sources. */
  sources: number
  /** Events and records of others in which they were masked. */
  masked: number
}

export interface RecordEraser {
  /**
   * The record without the person; the same object if they don't occur in it, null if nothing is left. Throws if it, or
   * something in it, isn't known to this version.
   */
  erase: (record: LogRecord) => LogRecord | null
  readonly counts: Readonly<ErasedCounts>
}

/** Deletes what is theirs; masks them in what belongs to others. */
export function createRecordEraser(person: Person): RecordEraser {
  const keys = new Set(person.keys)
  const publicIds = new Set(person.publicIds)
  const browserEvents = eventsOf(person, { trusted: false })
  const serverEvents = eventsOf(person, { trusted: true })
  const ownSources = new Set(person.sources)
  const attended = new Set(person.attended)
  const { isTheirs, isTheirAccount, isTheirCustomer, isTheirsAlone } = createBelonging(person)
  const isTheirUuid = (uuid: string): boolean => browserEvents.has(uuid) || serverEvents.has(uuid)
  const digests = createDigestEraser({ isTheirEvent: isTheirUuid, publicIds })
  const mask = createMask(person)
  const counts: ErasedCounts = { events: 0, records: 0, sources: 0, masked: 0 }

  /** `named`: it is known to be about them, whether or not it contains one of their keys. */
  const masked = <Value>(value: Value, own: OwnWords, named = false): Value => {
    const withoutKeys = mask.keys(value, own)
    const result = named || withoutKeys !== value ? mask.names(withoutKeys, own) : value
    if (result !== value) counts.masked++
    return result
  }

  const maskedRecord = <Value extends StoredRecord>(record: Value, named = false): Value =>
    masked(record, wordsOfPerson[record.kind], named)

  function eraseEvents(batch: EventsRecord): EventsRecord | null {
    const kept = batch.events.filter((event) => !isTheirEvent(batch, event))
    counts.events += batch.events.length - kept.length
    if (kept.length === 0) return batch.events.length === 0 ? batch : null
    const { events: _, ...head } = batch
    const { userIdentity } = head
    // Their own identity is removed; the device stays for events that name somebody else.
    const device = { fingerprint: userIdentity?.fingerprint }
    const isAboutThem = userIdentity !== undefined && isTheirs(userIdentity)
    const maskedHead = mask.keys(isAboutThem ? { ...head, userIdentity: device } : head, wordsOfPerson.events)
    const maskedEvents = kept.map((event) => masked(event, wordsOfPerson.event))
    const isSame = maskedHead === head && isEqual(maskedEvents, batch.events)
    return isSame ? batch : { ...maskedHead, events: maskedEvents }
  }

  function isTheirEvent(batch: EventsRecord, event: StoredEvent): boolean {
    if ((batch.source === 'client' ? browserEvents : serverEvents).has(event.uuid)) return true
    const { email, externalUserId } = eventKeys(batch, event)
    return isTheirs({ email, userId: externalUserId })
  }

  function eraseRecords(batch: RecordsRecord): RecordsRecord | null {
    const kept = batch.records.flatMap((record) => {
      const left = eraseStored(record)
      if (left === null) counts[record.kind === 'source' ? 'sources' : 'records']++
      return left === null ? [] : [left]
    })
    // A sync's state is about nobody, but the keys of its objects may be.
    if (kept.length === 0 && batch.records.length > 0 && batch.sync === undefined) return null
    const sync = batch.sync && masked(batch.sync, wordsOfPerson.sync)
    if (isEqual(kept, batch.records) && sync === batch.sync) return batch
    return { ...batch, records: kept, ...(sync && { sync }) }
  }

  function eraseStored(record: StoredRecord): StoredRecord | null {
    switch (record.kind) {
      case 'source':
        return eraseSource(record)
      case 'extraction':
        return eraseExtraction(record)
      case 'fact':
        return isTheirCustomer(record.customer) ? null : eraseFact(record)
      case 'revenue':
        return isTheirCustomer(record.customer) ? null : maskedRecord(record)
      case 'billing':
        return isTheirCustomer(record.customer) || mask.keys(record.origin) !== record.origin
          ? null
          : maskedRecord(record)
      case 'occurrence':
        return isTheirCustomer(record.customer) ? null : maskedRecord(eraseEvidence(record))
      case 'run':
        return maskedIfAny(eraseReported(digests.run(record), record.customerIds.length))
      case 'notification':
        return maskedIfAny(digests.notification(record))
      case 'agentRun':
        return maskedIfAny(digests.agentRun(record))
      case 'delivery':
      case 'deletion':
        return maskedRecord(record)
      case 'customer':
        return isTheirAccount(record.customerId) ? null : maskedRecord(record)
      case 'user':
        return isTheirs(record) ? null : maskedRecord(record)
      case 'authEvent':
        return isTheirs(record) ? null : maskedRecord(record)
      case 'member':
        return isTheirs(record) ? null : maskedRecord(record)
      default:
        throw unknownKind()
    }
  }

  /** A run stays in the timelines of the others; one about nobody else is deleted. */
  function eraseReported(run: RunRecord | null, aboutCount: number): RunRecord | null {
    if (run?.told === undefined) return run
    const { told, ...rest } = run
    const all = reportedCustomers(run)
    const customers = all.filter((customer) => !isTheirCustomer(customer))
    if (customers.length === all.length) return run
    if (customers.length > 0) return { ...rest, told: { customers, title: told.title } }
    return aboutCount > 1 ? rest : null
  }

  function maskedIfAny<Rest extends StoredRecord>(rest: Rest | null): Rest | null {
    return rest === null ? null : maskedRecord(rest)
  }

  function eraseSource(source: SourceRecord): SourceRecord | null {
    const { participants = [] } = source
    const others = participants.filter(({ email }) => !isTheirs({ email }))
    const tookPart = others.length < participants.length
    if (isTheirsAlone(source) || ownSources.has(sourceKey(source.sourceType, source.sourceId))) return null
    return maskedRecord(tookPart ? { ...source, participants: others } : source, tookPart)
  }

  function eraseExtraction(extraction: ExtractionRecord): ExtractionRecord | null {
    const key = sourceKey(extraction.sourceType, extraction.sourceId)
    return ownSources.has(key) ? null : maskedRecord(extraction, attended.has(key))
  }

  /** The evidence of others' occurrences must not name their events. */
  function eraseEvidence(occurrence: OccurrenceRecord): OccurrenceRecord {
    const eventIds = occurrence.eventIds.filter((id) => !isTheirUuid(id))
    return eventIds.length < occurrence.eventIds.length ? { ...occurrence, eventIds } : occurrence
  }

  /** A fact with evidence from their own sources only is deleted. */
  function eraseFact(fact: FactRecord): FactRecord | null {
    const keyOf = (of: FactRecord['evidence'][number]) => sourceKey(of.sourceType, of.sourceId)
    const evidence = fact.evidence.filter((of) => !ownSources.has(keyOf(of)))
    if (evidence.length === 0 && fact.evidence.length > 0) return null
    const isAboutThem = fact.evidence.some((of) => attended.has(keyOf(of)))
    return maskedRecord(evidence.length < fact.evidence.length ? { ...fact, evidence } : fact, isAboutThem)
  }

  return {
    counts,
    erase(record) {
      switch (record.kind) {
        case 'events':
          return eraseEvents(record)
        case 'records':
          return eraseRecords(record)
        case 'identity': {
          const isAboutThem = keys.has(record.left) || keys.has(record.right)
          if (isAboutThem) counts.records++
          return isAboutThem ? null : masked(record, wordsOfPerson.identity)
        }
        case 'customer-merge': {
          const isAboutThem = publicIds.has(record.duplicate) || publicIds.has(record.survivor)
          if (isAboutThem) counts.records++
          return isAboutThem ? null : masked(record, wordsOfPerson['customer-merge'])
        }
        case 'activation':
          return masked(record, wordsOfPerson.activation)
        case 'signal':
          return masked(record, wordsOfPerson.signal)
        default:
          throw unknownKind()
      }
    },
  }
}

/** From another version, or written by hand. */
function unknownKind(): Error {
  return new Error('This kind of record is not known')
}

function isEqual<Item>(left: readonly Item[], right: readonly Item[]): boolean {
  return left.length === right.length && left.every((item, index) => item === right[index])
}
