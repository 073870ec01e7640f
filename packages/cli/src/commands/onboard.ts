import { buildCommand } from '@stricli/core'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { EventSeen, Reached } from '../doctor/follow-event.ts'
import type { Check } from '../doctor/run-checks.ts'
import type { IntegrationsSummary } from '../doctor/summarize-integrations.ts'
import { CliError, usageError } from '../errors.ts'
import { trackerQueue } from '../generated/catalogue.ts'
import { type Io, isJsonMode } from '../io.ts'
import { readSession } from '../session/session.ts'
import type { AssistantClient } from '../setup/clients.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { findPublicKey, publicKeyFlag } from './public-key.ts'
import { textFlag } from './text-flag.ts'

const { apiKey, url, json } = apiFlags
type Flags = ApiFlags & { publicKey?: string; agent?: string }

export const onboardCommand = buildCommand<Flags, [], Context>({
  docs: {
    brief: 'The first steps: is all well, the tag for your pages, and one event from there to an answer',
    fullDescription:
      'Looks at server and key as svc doctor does, prints the tag, sends an event that belongs to nobody, and waits until a query finds it. With --agent: whether that assistant has been told of svc, and how the integrations stand; the tag and the event are skipped then where there is no public key. Ends with 1 where a step fails; run it again as often as you like.',
  },
  parameters: {
    flags: {
      agent: textFlag('An assistant, as svc setup calls it, such as cursor', 'agent'),
      publicKey: publicKeyFlag,
      apiKey,
      url,
      json,
    } as never,
  },
  async func(this: Context, flags) {
    const { io, signal } = this
    const agent = flags.agent === undefined ? null : await agentNamed(flags.agent, io)
    const publicKey = agent === null ? publicKeyOrAgent(flags, io) : findPublicKey(flags, io)
    const session = await readSession(flags, io)
    const { baseUrl } = session
    const inJson = isJsonMode(flags.json ?? false, io)
    const tell = (text: string): void => void (inJson || io.stdout.write(text))

    const { runChecks } = await import('../doctor/run-checks.ts')
    const checks = await runChecks({ ...session, publicKey, origin: undefined, signal })
    const reached =
      session.apiKey !== null && checks.every(({ status }) => status !== 'fail')
        ? { apiKey: session.apiKey, baseUrl }
        : null
    if (agent !== null) {
      const { checkAgent } = await import('../doctor/check-agent.ts')
      checks.push(await checkAgent(agent))
    }
    for (const { status, name, message } of checks)
      tell(`${status.padEnd(4)}  ${name.padEnd(9)}  ${message}\n`)
    const failed = checks.filter(({ status }) => status === 'fail').map(({ name }) => name as string)

    let tag: string | null = null
    let event: EventSeen | null = null
    if (publicKey) {
      tag = `${trackerQueue}\n<script src="${baseUrl}/svc.js" data-public-key="${publicKey}" async></script>`
      tell(`\nPaste this into the pages of your site:\n\n${tag.replaceAll(/^/gm, '  ')}\n\n`)
      if (reached !== null) {
        tell('Sending an event, and waiting until a query finds it …\n')
        const { followEvent } = await import('../doctor/follow-event.ts')
        event = await followEvent({ ...reached, publicKey }, signal)
        tell(`${event.status.padEnd(4)}  event      ${event.message}\n`)
        if (event.status === 'fail') failed.push('event')
      }
    }
    const integrations = agent && reached ? await lookAtIntegrations(reached, signal) : null
    const nextActions = nextActionsOf({ agent, checks, integrations, hasTag: tag !== null })
    if (inJson) {
      const status = failed.length === 0 ? 'ready' : 'action_required'
      const answer = {
        status,
        ...(agent && { agent: agent.id, integrations }),
        checks,
        tag,
        event,
        nextActions,
      }
      io.stdout.write(`${toSafeJson(answer, 2)}\n`)
    } else if (failed.length === 0)
      tell(`\nReady. Next:\n${nextActions.map((each) => `  ${each}\n`).join('')}`)
    if (failed.length > 0) throw new CliError('api_error', `Failed: ${failed.join(', ')}`)
  },
})

/** Without an assistant it is about events, which need a key. */
function publicKeyOrAgent(flags: Flags, io: Io): string {
  const publicKey = findPublicKey(flags, io)
  if (publicKey) return publicKey
  throw usageError(
    'Name an assistant by --agent, such as cursor; or the key of your pages, by SVC_PUBLIC_KEY or --public-key pk_…',
    'agent_required',
  )
}

async function agentNamed(id: string, { env }: Io): Promise<AssistantClient> {
  const { assistantClients, clientNamed } = await import('../setup/clients.ts')
  return clientNamed(id, assistantClients({ env, platform: process.platform }))
}

async function lookAtIntegrations(session: Reached, signal: AbortSignal): Promise<IntegrationsSummary> {
  const { CustomerIntel } = await import('@customer-intel/node-sdk')
  const { summarizeIntegrations } = await import('../doctor/summarize-integrations.ts')
  return summarizeIntegrations(new CustomerIntel(session), signal)
}

/** Commands that come next: what corrects a failure before what goes on. */
function nextActionsOf({ checks, agent, integrations, hasTag }: Found): string[] {
  const failed = new Set(checks.filter(({ status }) => status === 'fail').map(({ name }) => name))
  const actions: [command: string, isNeeded: boolean][] = [
    ['svc doctor', failed.has('server')],
    ['svc auth login', failed.has('key')],
    [`svc setup ${agent?.id ?? ''}`.trim(), agent === null || failed.has('agent')],
    ['svc events tail', hasTag],
    ['svc integrations capabilities', integrations?.connectedCount === 0],
    ['svc integrations status', (integrations?.errorCount ?? 0) > 0],
  ]
  return actions.flatMap(([command, isNeeded]) => (isNeeded ? [command] : []))
}

interface Found {
  checks: readonly Check[]
  agent: AssistantClient | null
  integrations: IntegrationsSummary | null
  hasTag: boolean
}
