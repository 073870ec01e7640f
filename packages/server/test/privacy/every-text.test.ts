// An address in every text field of every kind of record leaves all files. A field that a type gains doesn't compile here
// before it has the address, too.
import { feedbackOf } from '../../src/organizations/feedback/feedback.ts'
import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { signalsOf } from '../../src/signals/signals.ts'
import { destinationsOf } from '../../src/acting/notifications/destinations.ts'
import { agentsOf } from '../../src/acting/agents/agents.ts'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type {
  EventsRecord,
  LogRecord,
  RecordsRecord,
  StoredEvent,
  StoredRecord,
  SyncMark,
} from '../../src/kernel/log/record.ts'
import { createRecordEraser } from '../../src/privacy/erase-from-record.ts'
import { erasuresOf } from '../../src/privacy/erasures.ts'
import { databasePath } from '../../src/projector/process/open-read-models.ts'
import type { AuditEntry } from '../../src/kernel/workspace/audit-entry.ts'
import { generateApiKey, toApiKey } from '../../src/organizations/api-keys.ts'
import { defineOrganization } from '../../src/organizations/define-organization.ts'
import type { Feedback } from '../../src/organizations/feedback/feedback.ts'
import type { Workspace, Workspaces } from '../../src/kernel/workspace/workspace.ts'
import type { SyncRun } from '../../src/integrations/sync-run.ts'
import { openFileWorkspaces } from '../support/file-workspaces.ts'
import { readLog } from '../support/recording-read-models.ts'
import { append, canary, filesWith, janesEmail, tablesWith } from './fill-with-jane.ts'
import { jane } from './person-jane.ts'

type Filled<Value> = Value extends readonly (infer Item)[]
  ? Filled<NonNullable<Item>>[]
  : Value extends object
    ? string extends keyof Value
      ? Value
      : { [Field in keyof Value]-?: Filled<NonNullable<Value[Field]>> }
    : Value
type FilledKinds<Records extends { kind: string }> = {
  [Kind in Records['kind']]: Filled<Extract<Records, { kind: Kind }>>
}

const at = Date.UTC(2026, 5, 1)
const day = '2026-06-01'
const uuid = '0197a6f0-7d3c-7b1e-9a55-3f0d2c1b4a68'
const text = `see ${janesEmail}`
const json = { [text]: [text, { deep: text }] }
const traits = { [text]: text }
const customer = { customerId: text }
const evidence = [{ sourceType: 'CALL' as const, sourceId: text, quote: text }]
const revenue = {
  date: day,
  mrrCents: 1,
  currency: text,
  billingStatus: 'PAYING' as const,
  plan: text,
  activeSubscriptions: 1,
  paidCents: 1,
}
const fact = {
  factId: text,
  origin: 'extracted' as const,
  assertion: text,
  reasoning: text,
  factType: text,
  status: 'ACTIVE' as const,
  confidence: 1,
  occurredAt: at,
  evidence,
}
const signals = [{ id: text, key: text, name: text, kind: text }]

const stored: FilledKinds<StoredRecord> = {
  source: {
    kind: 'source',
    sourceType: 'CALL',
    sourceId: text,
    occurredAt: at,
    title: text,
    text,
    summary: text,
    permalink: text,
    provider: text,
    customer,
    participants: [{ email: text, name: text, role: text, affiliation: 'internal' }],
    record: json,
  },
  fact: { kind: 'fact', customer, ...fact },
  customer: {
    kind: 'customer',
    origin: text,
    customerId: text,
    domain: text,
    name: text,
    ownerEmail: text,
    createdAt: at,
    traits,
  },
  user: {
    kind: 'user',
    origin: text,
    email: text,
    userId: text,
    name: text,
    customer,
    createdAt: at,
    traits,
  },
  authEvent: { kind: 'authEvent', origin: text, userId: text, action: 'SIGNED_IN', occurredAt: at },
  member: {
    kind: 'member',
    origin: text,
    email: text,
    name: text,
    role: text,
    title: text,
    managerEmail: text,
    territory: text,
  },
  revenue: { kind: 'revenue', customer, ...revenue },
  billing: { kind: 'billing', origin: 'billing-a/cus_1', customer, days: [revenue] },
  extraction: {
    kind: 'extraction',
    sourceType: 'CALL',
    sourceId: text,
    textHash: text,
    model: text,
    facts: [fact],
  },
  deletion: { kind: 'deletion', of: text },
  occurrence: {
    kind: 'occurrence',
    occurrenceId: text,
    signalId: text,
    signalName: text,
    customer,
    occurredAt: at,
    windowFrom: at,
    count: 1,
    eventIds: [text],
  },
  run: {
    kind: 'run',
    runId: text,
    automationId: text,
    triggerType: 'SIGNAL_OCCURRENCE',
    status: 'FAILED',
    occurredAt: at,
    matchedAt: at,
    occurrenceIds: [text],
    windows: [{ occurrenceId: text, signalId: text, from: at, until: at }],
    customerIds: [text],
    event: { id: text, name: text, channel: 'PRODUCT' },
    agentRunId: text,
    told: { customers: [customer], title: text },
    requireAllDestinations: true,
    skipReason: `GONE: ${text}`,
    errorCode: 'GIVEN_UP',
    errorMessage: text,
  },
  notification: {
    kind: 'notification',
    notificationId: text,
    sentBy: text,
    runId: text,
    customerIds: [text],
    title: text,
    text,
    severity: 'high',
    source: text,
    subject: text,
    payload: json,
  },
  delivery: {
    kind: 'delivery',
    deliveryId: text,
    notificationId: text,
    destinationId: text,
    status: 'ENQUEUED',
    tries: 1,
    nextAt: at,
    errorCode: text,
    errorMessage: text,
    attempts: [{ at, durationMs: 1, status: 'ENQUEUED', errorCode: text, errorMessage: text }],
  },
  agentRun: {
    kind: 'agentRun',
    runId: text,
    agentId: text,
    agentKey: text,
    trigger: 'manual',
    status: 'COMPLETED',
    askedAt: at,
    startedAt: at,
    endedAt: at,
    attempts: 1,
    candidates: [
      {
        customerId: text,
        name: text,
        domain: text,
        billingStatus: 'PAYING',
        lastActivityAt: text,
        reasons: [text],
        metrics: [json],
        surfaced: true,
      },
    ],
    automationRunId: text,
    evidence: {
      automationRunId: text,
      policy: { mode: 'ALL', requiredCount: 1, selectedCount: 1, matchedCount: 1 },
      selectedSignals: signals,
      matchedSignals: signals,
      window: { value: 1, unit: text, startAt: text, endAt: text },
      primaryOccurrence: { id: text, eventName: text, eventChannel: text, eventOccurredAt: text },
    },
    stopReason: 'answered',
    model: text,
    output: {
      outputId: text,
      title: text,
      markdown: text,
      customerIds: [text],
      claims: { verified: 1, dropped: 1 },
    },
    errorSummary: text,
    toolCalls: [{ toolName: text, input: text, startedAt: at, durationMs: 1, error: text, answerLength: 1 }],
    usage: { steps: 1, promptTokens: 1, completionTokens: 1 },
  },
}

const sync: Filled<SyncMark> = {
  provider: text,
  generation: text,
  model: text,
  state: text,
  recordCount: 1,
  setAsideCount: 1,
  metAt: at,
  objects: [{ id: text, keys: [text], whole: true }],
}

const event: Filled<StoredEvent> = {
  type: 'custom',
  uuid,
  timestamp: at,
  sentTimestamp: at,
  url: `https://acme.com/?q=${janesEmail}`,
  path: text,
  referrer: text,
  title: text,
  utm: { source: text, medium: text, campaign: text, term: text, content: text, ref: text },
  customerId: text,
  customerTraits: traits,
  eventName: text,
  properties: traits,
  email: 'bob@acme.com',
  userId: text,
  fingerprint: text,
  traits,
  formId: text,
  formFields: traits,
  activeTimeMs: 1,
  totalTimeMs: 1,
  sessionId: text,
  provider: text,
  eventType: text,
  startTime: text,
  endTime: text,
  duration: 1,
  isRecurring: true,
  inviteeEmail: text,
  inviteeName: text,
}

const events: Filled<Omit<EventsRecord, 'events'>> & Pick<EventsRecord, 'events'> = {
  kind: 'events',
  receivedAt: at,
  source: 'server',
  origin: text,
  visitorId: text,
  fingerprint: text,
  sessionId: text,
  device: 'mobile',
  browser: 'Firefox',
  os: 'Android',
  country: 'DE',
  sentAt: at,
  userIdentity: { email: 'bob@acme.com', userId: text, fingerprint: text, traits },
  customerIdentity: { customerId: text, customerTraits: traits },
  events: [event],
}

const records: RecordsRecord = {
  kind: 'records',
  receivedAt: at,
  records: Object.values(stored),
  sync,
}
const definition = {
  grain: 'customer',
  subjectResolver: 'event_customer',
  eventNames: [text],
} as never
const log: Record<LogRecord['kind'], LogRecord> = {
  events,
  records,
  activation: { kind: 'activation', receivedAt: at, eventName: text },
  signal: { kind: 'signal', receivedAt: at, signalId: text, signal: { kind: 'EVENT_MATCH', definition } },
  identity: { kind: 'identity', receivedAt: at, decision: 'cut', left: text, right: text, cause: text },
  'customer-merge': {
    kind: 'customer-merge',
    receivedAt: at,
    decision: 'merge',
    duplicate: text,
    survivor: text,
    cause: text,
  },
}

const feedback: Feedback = {
  id: text,
  createdAt: text,
  organizationId: text,
  apiKeyId: text,
  source: 'api',
  body: text,
  area: text,
  context: json,
}
const audit: AuditEntry = {
  id: text,
  at: text,
  commandId: text,
  correlationId: text,
  apiKeyId: text,
  resource: { type: text, id: text },
  before: json,
  after: json,
}
const syncRun: SyncRun = {
  provider: text,
  startedAt: text,
  endedAt: text,
  status: 'ERROR',
  requests: 1,
  pages: 1,
  records: 1,
  deleted: 1,
  held: [text],
  setAside: 1,
  setAsideReasons: [{ model: text, id: text, reason: text }],
  waits: 1,
  waitedMs: 1,
  error: text,
}

let directory: string
let workspaces: Workspaces
let workspace: Workspace
let folder: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-texts-'))
  // Some of the texts are no valid ids: it reports what it can't apply.
  workspaces = openFileWorkspaces(directory, { onProblem: () => undefined })
  const { document } = defineOrganization({ name: 'Acme' })
  workspace = await workspaces.createOrganization(document.organization, document)
  folder = join(directory, 'organizations', document.organization.id)
})
afterEach(async () => {
  await workspaces.close()
  await rm(directory, { recursive: true, force: true })
})

test('an address in every text of every kind of record is nowhere once its person is erased', async () => {
  await append(workspace, ...Object.values(log), {
    kind: 'events',
    receivedAt: at,
    source: 'server',
    events: [
      {
        type: 'identify',
        uuid: randomUUID(),
        timestamp: at,
        url: '',
        path: '',
        email: janesEmail,
        userId: 'u-9',
      },
    ],
  })
  await feedbackOf(workspace).append(feedback)
  await workspace.audit.append(audit)
  await syncRunsOf(workspace).append(syncRun)
  const words = { id: uuid, createdAt: day, updatedAt: day, archivedAt: null }
  await signalsOf(workspace).change((all) => {
    all.push({ ...words, key: text, name: text, description: text, kind: 'EVENT_MATCH', definition })
  })
  await destinationsOf(workspace).change((all) => {
    all.push({
      ...words,
      kind: 'CHAT_CHANNEL',
      channelId: 'C1',
      label: text,
      enabled: true,
      isDefault: true,
      lastAcceptedAt: null,
      problem: { code: 'X', message: text },
      givenUp: false,
    })
  })
  await agentsOf(workspace).change((all) => {
    all.push({
      ...words,
      agentKey: text,
      displayName: text,
      enabled: true,
      template: null,
      templateVersion: text,
      instructions: text,
      maxItemsToSurface: 1,
      actionKeys: [text],
    })
  })
  await workspace.updateDocument(({ apiKeys }) => {
    apiKeys.push(
      toApiKey(generateApiKey(), { name: text, grants: ['analytics:read'], now: at, keyType: 'mcp' }),
    )
  })

  await workspace.readModels.exact({ withinMs: 60_000 })
  await erasuresOf(workspace).request(janesEmail, 'key-1')
  await erasuresOf(workspace).resume()
  await workspaces.close()

  expect(await filesWith(directory, canary)).toEqual([])
  expect(await tablesWith(databasePath(folder), canary)).toEqual([])
  // Masked, and what they were.
  const left = await readLog(join(folder, 'log'))
  expect(left.map(({ kind }) => kind)).toEqual(Object.keys(log))
  const kinds = left.flatMap((record) =>
    record.kind === 'records' ? record.records.map(({ kind }) => kind) : [],
  )
  expect(kinds).toEqual(Object.keys(stored))
})

test('a userId that is a word of ours changes nothing but what names it', () => {
  const person = jane({
    keys: [
      'SIGNAL_OCCURRENCE',
      'notification',
      'extracted',
      'server',
      'custom',
      'ENQUEUED',
      'PAYING',
      'mobile',
      'Firefox',
      'DE',
    ].map((word) => `user:${word}`),
  })
  const { erase } = createRecordEraser(person)
  for (const record of Object.values(log)) expect(erase(record)).toBe(record)
  const words = { ...stored.notification, source: 'notification', subject: 'ENQUEUED' }
  expect(erase({ ...records, records: [words] })).toMatchObject({
    records: [{ kind: 'notification', source: '[erased]', subject: '[erased]' }],
  })
})
