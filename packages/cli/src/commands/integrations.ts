import { setTimeout } from 'node:timers/promises'
import { buildCommand } from '@stricli/core'
import type { CustomerIntel, IntegrationCapability } from '@customer-intel/node-sdk'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { oneLine } from '../output/cells.ts'
import { printAnswer } from '../output/print.ts'
import { recoded } from '../to-cli-error.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { parseObject } from './flags.ts'
import { textFlag } from './text-flag.ts'

type SetupFlags = ApiFlags & {
  config?: string
  configStdin?: boolean
  force?: boolean
  acceptRecommended?: boolean
}
type StatusFlags = ApiFlags & { session?: string }
type Answer = Record<string, unknown>

const { apiKey, url, json, fields } = apiFlags
const pollMs = 2_000
const patienceMs = 5 * 60_000

const setup = buildCommand<SetupFlags, [string, string?], Context>({
  docs: {
    brief: 'Connect a provider, or run one of its follow-up steps',
    fullDescription:
      'Without a step: connects, by --config where the provider takes keys, else by a page that your browser opens. With one (mappings, webhooks): tells what it needs, or takes --config. In a pipe it answers at once what is to be done. Needs the grants integrations:read and integrations:manage.',
  },
  parameters: {
    flags: {
      config: textFlag(
        'What the provider or the step needs, as a JSON object; - reads it from standard input',
        'json',
      ),
      configStdin: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'The same as --config -',
      },
      force: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Connect again although it is connected',
      },
      acceptRecommended: {
        kind: 'boolean',
        optional: true,
        withNegated: false,
        brief: 'Of the step mappings: take what the server recommends',
      },
      apiKey,
      url,
      json,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [
        { brief: 'Such as crm-a', placeholder: 'provider', parse: String },
        { brief: 'Such as mappings or webhooks', placeholder: 'step', parse: String, optional: true },
      ],
    },
  },
  async func(this: Context, flags, provider, step) {
    const { openClient } = await import('../session/client.ts')
    const client = await openClient(flags, this.io)
    const config = await readConfig(flags.configStdin ? '-' : flags.config, this)
    const capability = await capabilityOf(client, provider)
    const answer =
      step === undefined
        ? await connect(client, capability, { config, flags, context: this })
        : await runStep(client, capability, {
            step,
            config,
            acceptRecommended: flags.acceptRecommended ?? false,
          })
    printAnswer({ ...answer, capabilities: capability }, { json: flags.json ?? false }, this.io)
  },
})

const status = buildCommand<StatusFlags, [string?], Context>({
  docs: {
    brief:
      'How the syncs of a provider stand, or which are connected, or how a connection in the browser goes',
    fullDescription: 'Needs the grant integrations:read.',
  },
  parameters: {
    flags: {
      session: textFlag('The session of a connection in the browser', 'id'),
      apiKey,
      url,
      json,
      fields,
    } as never,
    positional: {
      kind: 'tuple',
      parameters: [{ brief: 'Such as crm-a', placeholder: 'provider', parse: String, optional: true }],
    },
  },
  async func(this: Context, flags, provider) {
    if (flags.session !== undefined && provider !== undefined)
      throw usageError('Name a provider or a session, not both')
    const { openClient } = await import('../session/client.ts')
    const client = await openClient(flags, this.io)
    const print = (answer: unknown, list?: string) =>
      printAnswer(answer, { json: flags.json ?? false, fields: flags.fields, list }, this.io)
    if (flags.session !== undefined)
      print(await client.integrations.connectionStatus({ sessionId: flags.session }, { signal: this.signal }))
    else if (provider !== undefined)
      print(await ofProvider(client.integrations.syncStatus({ provider }, { signal: this.signal })), 'syncs')
    else {
      const items = []
      for await (const item of client.integrations.list({ connectedOnly: true })) items.push(item)
      print({ items }, 'items')
    }
  },
})

/** The commands under `svc integrations` that are more than one route. */
export const integrationCommands = { setup, status }

async function capabilityOf(client: CustomerIntel, name: string): Promise<IntegrationCapability> {
  const answer = await ofProvider(client.integrations.capabilities({ provider: name }))
  if ('provider' in answer) return answer.provider
  throw new CliError('INVALID_SETUP_RESPONSE', 'The server named no single provider: is its address right?')
}

/** What is asked of one provider by its name: there is nothing else that a server could refuse. */
async function ofProvider<Result>(asked: PromiseLike<Result>): Promise<Result> {
  try {
    return await asked
  } catch (error) {
    throw (error as { status?: number }).status === 400 ? recoded(error, 'unknown_provider') : error
  }
}

async function connect(
  client: CustomerIntel,
  { providerId: provider, cliName, requiredFields, setupMode, postConnectSteps }: IntegrationCapability,
  { config, flags, context }: { config: Answer | undefined; flags: SetupFlags; context: Context },
): Promise<Answer> {
  const { io, signal } = context
  const next = postConnectSteps.flatMap(({ command }) => command ?? [])
  const nextActions = [...next, `svc integrations status ${cliName}`]
  if (setupMode === 'direct_api_key' && config === undefined) {
    const example = JSON.stringify(Object.fromEntries(requiredFields.map(({ key, label }) => [key, label])))
    return {
      status: 'config_required',
      provider,
      requiredFields,
      nextActions: [`svc integrations setup ${cliName} --config '${example}'`],
    }
  }
  const begun = await client.integrations.connect(
    {
      provider,
      ...(config !== undefined && { config: config as Record<string, string> }),
      ...(flags.force === true && { force: true }),
    },
    { signal },
  )
  if (begun.alreadyConnected && flags.force !== true)
    return { status: 'already_connected', provider, nextActions }
  if (!('connectUrl' in begun)) {
    const { connectionId, warnings } = begun
    return { status: 'connected', provider, connectionId, nextActions, ...(warnings && { warnings }) }
  }
  const { connectUrl, sessionId } = begun
  if (isJsonMode(flags.json ?? false, io))
    return {
      status: 'awaiting_auth',
      provider,
      connectUrl,
      sessionId,
      nextActions: [`Open ${connectUrl}`, `svc integrations status --session ${sessionId}`],
    }
  io.stderr.write(`Open ${oneLine(connectUrl)}\n`)
  const { openBrowser } = await import('../session/open-browser.ts')
  openBrowser(connectUrl, io.env)
  await untilConnected(client, sessionId, signal)
  return { status: 'connected', provider, nextActions }
}

/** Resolves once the person has allowed it. */
async function untilConnected(client: CustomerIntel, sessionId: string, signal: AbortSignal): Promise<void> {
  const until = Date.now() + patienceMs
  while (Date.now() < until) {
    const { status: stands, error } = await client.integrations.connectionStatus({ sessionId }, { signal })
    if (stands === 'connected') return
    if (stands !== 'pending')
      throw new CliError(
        stands === 'expired' ? 'AUTH_TIMEOUT' : 'AUTH_FAILED',
        error ?? `The page is ${stands}: run the command again`,
      )
    await setTimeout(pollMs, undefined, { signal })
  }
  throw new CliError(
    'AUTH_TIMEOUT',
    `Nobody allowed it within five minutes: svc integrations status --session ${sessionId} tells whether somebody did`,
  )
}

async function runStep(
  client: CustomerIntel,
  { providerId: provider, cliName, postConnectSteps }: IntegrationCapability,
  options: { step: string; config: Answer | undefined; acceptRecommended: boolean },
): Promise<Answer> {
  const { step, config, acceptRecommended } = options
  if (postConnectSteps.length === 0)
    return {
      status: 'unsupported_follow_up',
      provider,
      step,
      message: `${provider} needs no step once it is connected`,
      nextActions: [`svc integrations status ${cliName}`],
    }
  const answer = await client.integrations
    .runSetupStep({ provider, step, ...(config !== undefined && { config }) })
    .catch((error: unknown) => {
      const { issues = [] } = error as { issues?: { path: unknown[] }[] }
      throw issues.some(({ path }) => path[0] === 'step') ? recoded(error, 'unknown_setup_step') : error
    })
  if (!acceptRecommended || config !== undefined) return answer
  if (answer.recommendation === undefined)
    throw usageError(`The step ${step} of ${provider} recommends nothing: omit --accept-recommended`)
  return client.integrations.runSetupStep({
    provider,
    step,
    config: { mappings: answer.recommendation },
  })
}

async function readConfig(given: string | undefined, { io }: Context): Promise<Answer | undefined> {
  if (given === undefined) return undefined
  const { readText } = await import('../read-input.ts')
  return parseObject(given === '-' ? await readText('-', io) : given, '--config')
}
