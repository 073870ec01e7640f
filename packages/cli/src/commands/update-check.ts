import { buildCommand } from '@stricli/core'
import { isJsonMode } from '../io.ts'
import { printAnswer } from '../output/print.ts'
import { isNewer, latestVersion } from '../update/latest-version.ts'
import { version } from '../version.ts'
import { apiFlags } from './api-command.ts'
import type { Context } from './context.ts'

export const updateCheckCommand = buildCommand<{ json?: boolean }, [], Context>({
  docs: {
    brief: 'Ask the npm registry whether there is a newer svc',
    fullDescription:
      'The registry is npm_config_registry, default https://registry.npmjs.org. At a terminal svc asks it in the background, too, twice a day at most, unless SVC_NO_UPDATE_NOTIFIER is set.',
  },
  parameters: { flags: { json: apiFlags.json } },
  async func(this: Context, flags) {
    const { io, signal } = this
    const latest = await latestVersion(io.env, signal)
    await (await import('../update/notify.ts')).remember(io.env, latest)
    const updateAvailable = isNewer(latest, version)
    printAnswer({ current: version, latest, updateAvailable }, { json: flags.json ?? false }, io)
    if (updateAvailable && !isJsonMode(flags.json ?? false, io)) io.stderr.write('Update by: svc upgrade\n')
  },
})
