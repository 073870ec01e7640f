import { answersOnlyFactTypes } from '../generated/catalogue.ts'
import { type Answer, withFilterability, withoutNegativeAges } from './adapt-answers.ts'

/** Where a tool or a route stands in the command tree, and what its fields are called there. */
export interface Place {
  path: readonly [string, ...string[]]
  /** Fields that are arguments, not flags. */
  arguments?: readonly string[]
  /** Flags that have another name than their field. */
  flags?: Readonly<Record<string, string>>
  /** Flags that take the name of a file in which a field's text stands, by their fields. */
  files?: Readonly<Record<string, string>>
  /** Flags without a value of their own, and what each states. */
  switches?: Readonly<Record<string, Switch>>
  /** Fields whose values the command itself states. */
  values?: Readonly<Record<string, unknown>>
  /** Takes all fields as one object, too: by `--data`, or by `--file`. */
  takesObject?: true
  /** Other words for a field's values. */
  aliases?: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** What follows from a field that is stated, where nothing else is said. */
  implied?: Readonly<Record<string, Readonly<Record<string, unknown>>>>
  /** One of these fields has to be stated. */
  oneOf?: readonly string[]
  /** A field that isn't sent where one of these is stated. */
  yields?: Readonly<Record<string, readonly string[]>>
  /** Values that stand in answers and that no filter takes, by their fields. */
  answersOnly?: Readonly<Record<string, readonly string[]>>
  /** Its answer is one thing, whatever lists that holds. */
  single?: true
  /** What is printed of an answer, where it isn't the answer itself. */
  adapt?: (answer: Answer) => Answer
  /** The code of a refusal, where one field alone can be what is wrong. */
  refusedAs?: string
}

/** What a flag without a value states. */
export interface Switch {
  field: string
  value: unknown
  brief: string
}

const object = { takesObject: true } as const
const disabled: Switch = { field: 'enabled', value: false, brief: "Messages don't go there" }
const destinationTypes = { type: { CHAT: 'CHAT_CHANNEL', WEBHOOK: 'WEBHOOK_ENDPOINT' } }
const people = { noActivityInLast: 'noActivityIn', hasActivityInLast: 'hasActivityIn', traitFilters: 'trait' }

/** A tool that isn't here stands at `svc tools <name>`; null: a command of its own does more. */
export const toolPlaces: Readonly<Record<string, Place | null>> = {
  svc_list_customers: { path: ['customers', 'list'], flags: people, adapt: withoutNegativeAges },
  svc_get_customer: { path: ['customers', 'get'], arguments: ['customer'], single: true },
  svc_get_timeline: {
    path: ['customers', 'timeline'],
    arguments: ['customer'],
    yields: { timeframe: ['startDate', 'endDate'] },
    // As the channels were called before.
    aliases: {
      channels: {
        SDK: 'PRODUCT',
        EMAIL: 'COMMUNICATION',
        CHAT: 'COMMUNICATION',
        CALL: 'MEETING',
        CALENDAR: 'MEETING',
        INTERNAL: 'SYSTEM',
      },
    },
  },
  svc_list_users: { path: ['users', 'list'], flags: people },
  svc_list_workspace_users: { path: ['ws-users', 'list'] },
  svc_list_facts: {
    path: ['facts', 'list'],
    arguments: ['customer'],
    answersOnly: { factTypes: answersOnlyFactTypes },
    adapt: withFilterability,
  },
  svc_get_fact: { path: ['facts', 'get'] },
  svc_list_sources: { path: ['sources', 'list'] },
  svc_get_source: { path: ['sources', 'get'], single: true },
  svc_search_customer_context: { path: ['search'], arguments: ['query'] },
  svc_query: null,
  svc_schema: { path: ['schema'], arguments: ['table'] },
  svc_submit_feedback: { path: ['feedback'], arguments: ['body'], files: { context: 'contextFile' } },
  svc_send_notification: {
    path: ['notify'],
    arguments: ['payload'],
    flags: { destinationIds: 'destinationId' },
    files: { payload: 'payloadFile', markdown: 'markdownFile' },
    oneOf: ['markdown', 'message', 'payload'],
  },
}

/** A route that isn't here stands at `svc api <operation>`. A route that a tool does as well has no place of its own. */
export const routePlaces: Readonly<Record<string, Place | readonly Place[] | null>> = {
  validateApiKey: null,
  submitFeedback: null,
  getCustomerActivation: { path: ['activation', 'get'] },
  updateCustomerActivation: [
    { path: ['activation', 'update'], flags: { eventName: 'event' } },
    { path: ['activation', 'disable'], values: { eventName: null } },
  ],
  previewCustomerActivation: { path: ['activation', 'preview'], flags: { eventName: 'event' } },
  getWorkspaceSettings: { path: ['settings', 'get'] },
  updateWorkspaceSettings: { path: ['settings', 'update'] },
  getReportSettings: { path: ['settings', 'report', 'get'] },
  updateReportSettings: { path: ['settings', 'report', 'update'] },
  getReportSettingsOptions: { path: ['settings', 'report', 'options'] },
  listSignals: { path: ['signals', 'list'] },
  getSignal: { path: ['signals', 'get'], arguments: ['id'] },
  getSignalOptions: { path: ['signals', 'options'] },
  createSignal: { path: ['signals', 'create'], ...object },
  updateSignal: { path: ['signals', 'update'], arguments: ['id'], ...object },
  archiveSignal: { path: ['signals', 'archive'], arguments: ['id'] },
  listAutomations: { path: ['automations', 'list'] },
  getAutomation: { path: ['automations', 'get'], arguments: ['id'] },
  getAutomationOptions: { path: ['automations', 'options'] },
  createAutomation: { path: ['automations', 'create'], ...object },
  updateAutomation: { path: ['automations', 'update'], arguments: ['id'], ...object },
  enableAutomation: { path: ['automations', 'enable'], arguments: ['id'] },
  disableAutomation: { path: ['automations', 'disable'], arguments: ['id'] },
  archiveAutomation: { path: ['automations', 'archive'], arguments: ['id'] },
  previewAutomation: { path: ['automations', 'preview'] },
  listAutomationRuns: { path: ['automations', 'runs', 'list'], arguments: ['automationId'] },
  getAutomationRun: { path: ['automations', 'runs', 'get'], arguments: ['automationId', 'runId'] },
  listDestinations: { path: ['destinations', 'list'] },
  getDestination: { path: ['destinations', 'get'], arguments: ['id'] },
  getDestinationOptions: { path: ['destinations', 'options'] },
  createDestination: {
    path: ['destinations', 'create'],
    flags: { isDefault: 'default', url: 'endpoint' },
    switches: { disabled },
    aliases: destinationTypes,
  },
  updateDestination: {
    path: ['destinations', 'update'],
    arguments: ['id'],
    flags: { isDefault: 'default', url: 'endpoint' },
    switches: { disabled },
    aliases: destinationTypes,
  },
  enableDestination: { path: ['destinations', 'enable'], arguments: ['id'] },
  disableDestination: { path: ['destinations', 'disable'], arguments: ['id'] },
  archiveDestination: { path: ['destinations', 'archive'], arguments: ['id'] },
  resendDeliveries: {
    path: ['destinations', 'resend'],
    arguments: ['id'],
    flags: { deliveryIds: 'deliveryId' },
  },
  listAgentTemplates: { path: ['agents', 'templates'] },
  listAgentActions: { path: ['agents', 'actions'] },
  listAgents: { path: ['agents', 'list'] },
  createAgent: {
    path: ['agents', 'create'],
    flags: { templateKey: 'template' },
    implied: { templateKey: { type: 'template' } },
  },
  getAgent: { path: ['agents', 'get'], arguments: ['id'] },
  updateAgent: {
    path: ['agents', 'update'],
    arguments: ['id'],
    switches: { clearActionKeys: { field: 'actionKeys', value: [], brief: 'Takes all actions away' } },
  },
  renameAgent: { path: ['agents', 'rename'], arguments: ['id', 'displayName'] },
  enableAgent: { path: ['agents', 'enable'], arguments: ['id'] },
  disableAgent: { path: ['agents', 'disable'], arguments: ['id'] },
  startAgentRun: { path: ['agents', 'runs', 'start'], arguments: ['agentId'] },
  listAgentRuns: { path: ['agents', 'runs', 'list'], arguments: ['agentId'] },
  getAgentRun: { path: ['agents', 'runs', 'get'], arguments: ['agentId', 'runId'] },
  listIntegrations: { path: ['integrations', 'list'] },
  getIntegrationCapabilities: {
    path: ['integrations', 'capabilities'],
    arguments: ['provider'],
    refusedAs: 'unknown_provider',
  },
  syncIntegration: { path: ['integrations', 'sync'], arguments: ['provider'], refusedAs: 'unknown_provider' },
  disconnectIntegration: {
    path: ['integrations', 'disconnect'],
    arguments: ['provider'],
    refusedAs: 'unknown_provider',
  },
  // `svc integrations setup` and `status` do more than one of these.
  connectIntegration: null,
  runIntegrationSetupStep: null,
  getIntegrationSyncStatus: null,
  getIntegrationConnectionStatus: null,
  // `svc events tail` asks again and again.
  followEvents: null,
  listIdentityMergeSuggestions: { path: ['identity', 'suggestions', 'list'] },
  getIdentityMergeSuggestion: { path: ['identity', 'suggestions', 'get'], arguments: ['id'] },
  queueIdentityMergeSuggestion: { path: ['identity', 'suggestions', 'queue'], arguments: ['id'] },
  rejectIdentityMergeSuggestion: { path: ['identity', 'suggestions', 'reject'], arguments: ['id'] },
  explainEvent: { path: ['events', 'explain'], arguments: ['uuid'] },
  exportPerson: { path: ['people', 'export'], arguments: ['person'] },
  erasePerson: { path: ['people', 'erase'], arguments: ['person'] },
  getErasure: { path: ['people', 'erasure'], arguments: ['id'] },
  // `svc records import` reads a file, and sends it in batches.
  importRecords: null,
  importCsv: null,
}
