import { buildCommand } from '@stricli/core'
import { CliError, usageError } from '../errors.ts'
import { isJsonMode } from '../io.ts'
import { printAnswer } from '../output/print.ts'
import { version } from '../version.ts'
import { apiFlags } from './api-command.ts'
import type { Context } from './context.ts'

interface Flags {
  yes?: boolean
  json?: boolean
}

export const upgradeCommand = buildCommand<Flags, [], Context>({
  docs: {
    brief: 'Install the latest svc in the place of this one',
    fullDescription:
      'By the package manager that installed it: npm, pnpm, yarn, bun or volta. Shows its command first, and asks. Where svc came in another way it says what to do instead.',
  },
  parameters: {
    flags: {
      yes: { kind: 'boolean', optional: true, withNegated: false, brief: "Don't ask" },
      json: apiFlags.json,
    },
  },
  async func(this: Context, { yes = false, json = false }) {
    const { io, signal } = this
    const { findInstaller, installedVersion } = await import('../update/installer.ts')
    const { isNewer, latestVersion } = await import('../update/latest-version.ts')
    const { name, install } = findInstaller(process.argv[1]!)
    const latest = await latestVersion(io.env, signal)
    const command = install(latest)
    const answer = { current: version, latest, installer: name, command: command.join(' ') }
    const print = (upgraded: boolean) => printAnswer({ ...answer, upgraded }, { json }, io)
    if (!isNewer(latest, version)) return print(false)
    if (!yes && isJsonMode(json, io))
      throw usageError(`Nobody is there to be asked: write --yes, or run ${answer.command}`, 'missing_input')
    io.stderr.write(`${answer.command}\n`)
    const { agrees } = await import('../setup/offer-change.ts')
    if (!yes && !(await agrees('Run this?', io, signal))) return print(false)
    const { runInstaller } = await import('../update/run-installer.ts')
    await runInstaller(command, signal)
    const installed = installedVersion(process.argv[1]!)
    if (installed && installed.version !== latest)
      throw new CliError(
        'upgrade_failed',
        `${installed.folder} is still ${installed.version}, for this ${name} installs elsewhere: run ${answer.command} by the ${name}, and with the settings (as NPM_CONFIG_PREFIX), that installed it`,
      )
    print(true)
  },
})
