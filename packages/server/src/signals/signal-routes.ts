import { limits, type Signal } from '@customer-intel/contract'
import { AppError, isAppError } from '../kernel/errors.ts'
import { encodeRecord, type SignalDefinition } from '../kernel/log/record.ts'
import { checkDefinition, eventNamesOf } from './check-definition.ts'
import { configurationOf, signalHashOf, toSignal } from './describe-signal.ts'
import { signalOptions } from './signal-options.ts'
import { definitionOf, findSignal, newSignalKey, type StoredSignal, signalsOf } from './signals.ts'
import { type CommandContext, defineCommand } from '../kernel/operations/command.ts'
import { changeListed, requireRoom } from '../kernel/operations/change-listed.ts'
import { createdId } from '../kernel/operations/created-id.ts'

/** `GET /api/signals/options`. */
export const getSignalOptions = defineCommand('getSignalOptions', async (_input, { workspace }) => ({
  data: signalOptions(await signalsOf(workspace).read()),
}))

/** `GET /api/signals`. */
export const listSignals = defineCommand('listSignals', async (_input, { workspace }) => {
  const signals = await signalsOf(workspace).read()
  return { data: { signals: signals.filter(({ archivedAt }) => archivedAt === null).map(toSignal) } }
})

/** `GET /api/signals/{id}`. */
export const getSignal = defineCommand('getSignal', async ({ params: { id } }, { workspace }) => ({
  data: { signal: toSignal(findSignal(await signalsOf(workspace).read(), id)) },
  resources: [resourceOf(id)],
}))

/** `POST /api/signals`: it sees what is accepted from then on. */
export const createSignal = defineCommand('createSignal', async ({ body }, context) => {
  const id = createdId(context, await signalsOf(context.workspace).read())
  const at = new Date(context.clock()).toISOString()
  checkDefinition(body)
  const signal = await updateSignals(context, id, (all) => {
    if (all.some((made) => made.id === id)) return
    requireRoom(all, limits.signals.perOrganization, 'signals')
    const times = { createdAt: at, updatedAt: at, archivedAt: null }
    all.push({
      id,
      key: newSignalKey(body.name, all),
      ...body,
      description: body.description ?? null,
      ...times,
    })
  })
  return { data: { signal }, warnings: await warningsOf(body, context) }
})

/** `PATCH /api/signals/{id}`: what was seen stays; what is accepted from then on is seen by the new definition. */
export const updateSignal = defineCommand('updateSignal', async ({ params: { id }, body }, context) => {
  checkDefinition(body)
  const signal = await updateSignals(context, id, (all) => {
    const found = findSignal(all, id)
    Object.assign(found, body, { description: body.description ?? null })
  })
  return { data: { signal }, warnings: await warningsOf(body, context) }
})

/** `POST /api/signals/{id}/archive`: it sees nothing more. */
export const archiveSignal = defineCommand('archiveSignal', async ({ params: { id } }, context) => {
  const archivedAt = new Date(context.clock()).toISOString()
  const waiting = await context.findSignalUses(context.workspace, id)
  if (waiting.length > 0)
    throw new AppError(
      'CONFLICT',
      `Enabled automations wait for the signal: ${waiting
        .slice(0, 5)
        .map((name) => JSON.stringify(name))
        .join(', ')}. Change or disable them first`,
    )
  await updateSignals(context, id, (all) => {
    const found = findSignal(all, id)
    found.archivedAt = archivedAt
  })
  return { data: { signal: { id, archivedAt } } }
})

/** Changes the signal of that id, with an audit entry and a record in the log, and tells how it stands then. */
async function updateSignals(
  context: CommandContext,
  id: string,
  change: (all: StoredSignal[]) => void,
): Promise<Signal> {
  const { workspace, clock } = context
  const changed = await changeListed(context, signalsOf(workspace), {
    resource: resourceOf(id),
    change,
    hashOf: signalHashOf,
    auditOf: configurationOf,
    async afterwards(signal) {
      const definition = signal.archivedAt === null ? definitionOf(signal) : null
      await workspace.log.append(
        encodeRecord({ kind: 'signal', receivedAt: clock(), signalId: id, signal: definition }),
      )
    },
  })
  return toSignal(changed)
}

/** Names that no event had so far may be misspelt, or come later. */
async function warningsOf(signal: SignalDefinition, { fresh }: CommandContext): Promise<string[]> {
  const names = [...new Set(eventNamesOf(signal))]
  if (names.length === 0) return []
  try {
    const known = new Set(await (await fresh()).findEventNames(names))
    return names
      .filter((name) => !known.has(name))
      .map((name) => `No event ${JSON.stringify(name)} was seen so far: names are compared letter by letter`)
  } catch (error) {
    if (!isAppError(error) || error.code !== 'READS_UNAVAILABLE') throw error
    return ['Whether events of these names were seen can’t be checked now']
  }
}

function resourceOf(id: string) {
  return { type: 'signal', id }
}
