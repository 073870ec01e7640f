import type { StoredAgent } from '../acting/agents/agents.ts'
import type { StoredAutomation } from '../acting/automations/automations.ts'
import type { SyncRun } from '../integrations/sync-run.ts'
import type {
  LogRecord,
  SignalDefinition,
  StoredEvent,
  StoredRecord,
  SyncMark,
} from '../kernel/log/record.ts'
import type { MergeReview } from '../customers/merges/merge-reviews.ts'
import type { AuditEntry } from '../kernel/workspace/audit-entry.ts'
import type { Feedback } from '../organizations/feedback/feedback.ts'

/**
 * Fields with words of ours: `choice`, one of a few; `word`, an id of ours that is never masked while it is a plain word
 * (so never an address).
 */
export interface OwnWords {
  readonly [field: string]: 'choice' | 'word' | OwnWords
}

type Defined<Value> = Exclude<Value, null | undefined>
type IsChoice<Value> = [Value] extends [string] ? ({} extends Record<Value, 1> ? false : true) : false
type Choices<Of> = {
  [Field in keyof Of]-?: IsChoice<Defined<Of[Field]>> extends true ? Field : never
}[keyof Of]
type Inner<Value> = Value extends readonly (infer Item)[]
  ? Inner<Item>
  : Value extends object
    ? string extends keyof Value
      ? never
      : OwnWordsOf<Value>
    : never
/** Of a type: all its choices, which the compiler insists on, and those ids and inner objects that are listed. */
export type OwnWordsOf<Of> = { readonly [Field in Choices<Of>]: 'choice' } & {
  readonly [Field in Exclude<keyof Of, Choices<Of>>]?: 'word' | Inner<Defined<Of[Field]>>
}

const definition = {
  kind: 'choice',
  definition: {
    // Of an event match.
    grain: 'choice',
    subjectResolver: 'choice',
    conditionMode: 'choice',
    // Of an event pattern.
    schemaVersion: 'choice',
    subjectType: 'choice',
    detection: { type: 'choice', metric: 'choice', operator: 'choice', eventNameMode: 'choice' },
  },
} as const
const evidence = { sourceType: 'choice' } as const

/** Of each kind of log record, and of each kind of record in a batch. Everything else is somebody's text. */
export const wordsOfPerson = {
  events: {
    kind: 'choice',
    source: 'choice',
    origin: 'word',
    device: 'word',
    browser: 'word',
    os: 'word',
    country: 'word',
  },
  event: { type: 'choice', uuid: 'word' },
  activation: { kind: 'choice' },
  signal: { kind: 'choice', signal: definition },
  identity: { kind: 'choice', decision: 'choice' },
  'customer-merge': { kind: 'choice', decision: 'choice' },
  records: { kind: 'choice' },
  sync: { provider: 'word', model: 'word' },
  definition,
  source: { kind: 'choice', sourceType: 'choice', provider: 'word' },
  fact: { kind: 'choice', origin: 'choice', status: 'choice', evidence },
  customer: { kind: 'choice', origin: 'word' },
  user: { kind: 'choice', origin: 'word' },
  authEvent: { kind: 'choice', action: 'choice', origin: 'word' },
  member: { kind: 'choice', origin: 'word' },
  revenue: { kind: 'choice', billingStatus: 'choice', date: 'word' },
  billing: { kind: 'choice', days: { billingStatus: 'choice', date: 'word' } },
  extraction: {
    kind: 'choice',
    sourceType: 'choice',
    facts: { origin: 'choice', status: 'choice', evidence },
  },
  deletion: { kind: 'choice' },
  occurrence: { kind: 'choice' },
  run: {
    kind: 'choice',
    triggerType: 'choice',
    status: 'choice',
    errorCode: 'choice',
    event: { channel: 'choice' },
  },
  agentRun: {
    kind: 'choice',
    trigger: 'choice',
    status: 'choice',
    stopReason: 'choice',
    candidates: { billingStatus: 'choice' },
    evidence: { policy: { mode: 'choice' } },
  },
  notification: { kind: 'choice', severity: 'choice' },
  delivery: { kind: 'choice', status: 'choice', attempts: { status: 'choice' } },
} satisfies {
  [Kind in LogRecord['kind']]: OwnWordsOf<Extract<LogRecord, { kind: Kind }>>
} & { [Kind in StoredRecord['kind']]: OwnWordsOf<Extract<StoredRecord, { kind: Kind }>> } & {
  event: OwnWordsOf<StoredEvent>
  sync: OwnWordsOf<SyncMark>
  definition: OwnWordsOf<SignalDefinition>
}

/** Of what stands beside the log. */
export const ownWordsBeside = {
  feedback: { source: 'choice' },
  audit: { commandId: 'word' },
  syncRun: { status: 'choice', provider: 'word', problem: 'choice' },
  agent: { template: 'choice' },
  automation: { triggerType: 'choice', matchMode: 'choice' },
  mergeReview: { status: 'choice' },
} satisfies {
  feedback: OwnWordsOf<Feedback>
  audit: OwnWordsOf<AuditEntry>
  syncRun: OwnWordsOf<SyncRun>
  agent: OwnWordsOf<StoredAgent>
  automation: OwnWordsOf<StoredAutomation>
  mergeReview: OwnWordsOf<MergeReview>
}

/** Whether a field's value is a word of ours. */
export function isOwnWord(value: unknown, own: OwnWords[string] | undefined): boolean {
  return own === 'choice' || (own === 'word' && typeof value === 'string' && /^[\w-]+$/.test(value))
}
