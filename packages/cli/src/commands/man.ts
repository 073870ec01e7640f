import {
  type Application,
  type CommandContext,
  buildCommand,
  generateHelpTextForAllCommands,
} from '@stricli/core'
import type { Context } from './context.ts'

export const manCommand = buildCommand<object, [], Context>({
  docs: { brief: 'Print the manual page', fullDescription: 'Read it by svc man | man -l -' },
  parameters: {},
  async func(this: Context) {
    const { svcApplication } = await import('../application.ts')
    const commands = generateHelpTextForAllCommands(
      // Help is made without running anything.
      svcApplication({ json: false }) as unknown as Application<CommandContext>,
    )
    this.io.stdout.write(manualPage(commands))
  },
})

/** In the format of `man`. */
function manualPage(commands: readonly (readonly [route: string, help: string])[]): string {
  return [
    '.TH SVC 1',
    '.SH NAME',
    'svc \\- Customer Intel from the terminal',
    '.SH SYNOPSIS',
    '.B svc',
    '\\fIcommand\\fR [\\fIarguments\\fR] [\\fIflags\\fR]',
    '.SH EXIT STATUS',
    '0 done, 1 failed, 2 wrong usage, 4 needs authentication, 130 interrupted, 143 terminated.',
    '.SH ENVIRONMENT',
    '\\fBSVC_API_KEY\\fR, \\fBSVC_API_URL\\fR, \\fBSVC_BASE_URL\\fR, \\fBSVC_PUBLIC_KEY\\fR, \\fBXDG_CONFIG_HOME\\fR, \\fBNO_COLOR\\fR, \\fBSVC_NO_UPDATE_NOTIFIER\\fR, \\fBCI\\fR',
    '.SH COMMANDS',
    ...commands.flatMap(([route, help]) => [`.SS ${escape(route)}`, '.nf', escape(help.trimEnd()), '.fi']),
    '',
  ].join('\n')
}

function escape(text: string): string {
  return text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/^([.'])/gm, '\\&$1')
}
