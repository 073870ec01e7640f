import { buildCommand } from '@stricli/core'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { CliError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { readSession } from '../session/session.ts'
import { apiFlags } from './api-command.ts'
import type { ApiFlags, Context } from './context.ts'
import { findPublicKey, publicKeyFlag } from './public-key.ts'
import { textFlag } from './text-flag.ts'

const { apiKey, url, json } = apiFlags
type Flags = ApiFlags & { origin?: string; publicKey?: string }

export const doctorCommand = buildCommand<Flags, [], Context>({
  docs: {
    brief: 'Find out what is wrong, and what to do about it',
    fullDescription:
      'Looks at this program, the server, the clocks, the key and its grants, how fresh answers are, whether pages of an origin may send events, how the integrations stand, and which assistants on this machine know of svc. Ends with 1 where something fails.',
  },
  parameters: {
    flags: {
      origin: textFlag('Whether pages there may send events, such as https://app.acme.example', 'origin'),
      publicKey: publicKeyFlag,
      apiKey,
      url,
      json,
    } as never,
  },
  async func(this: Context, flags) {
    const { io, signal } = this
    const session = await readSession(flags, io)
    const { runChecks } = await import('../doctor/run-checks.ts')
    const { checkVersion } = await import('../doctor/check-version.ts')
    const { checkAddresses } = await import('../doctor/check-addresses.ts')
    const { checkAgents } = await import('../doctor/check-agent.ts')
    const { assistantClients } = await import('../setup/clients.ts')
    const checks = [await checkVersion(io.env), ...checkAddresses(io.env, flags.url)]
    checks.push(
      ...(await runChecks({ ...session, publicKey: findPublicKey(flags, io), origin: flags.origin, signal })),
    )
    // Who isn't let in can't be told of them.
    if (session.apiKey !== null && checks.some(({ name, status }) => name === 'key' && status === 'pass')) {
      const { checkIntegrations } = await import('../doctor/check-integrations.ts')
      checks.push(await checkIntegrations({ apiKey: session.apiKey, baseUrl: session.baseUrl }, signal))
    }
    checks.push(await checkAgents(assistantClients({ env: io.env, platform: process.platform })))
    const failed = checks.filter(({ status }) => status === 'fail')
    if (isJsonMode(flags.json ?? false, io))
      io.stdout.write(`${toSafeJson({ ok: failed.length === 0, checks }, 2)}\n`)
    else
      for (const { name, status, message } of checks)
        io.stdout.write(`${status.padEnd(4)}  ${name.padEnd(12)}  ${message}\n`)
    if (failed.length > 0)
      throw new CliError('api_error', `Failed: ${failed.map(({ name }) => name).join(', ')}`)
  },
})
