import { spawn } from 'node:child_process'

/**
 * Shows a web address to whoever sits there, if anybody can. The address is printed as well, so nothing is said of a
 * failure. No shell sees the address.
 */
export function openBrowser(
  url: string,
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): void {
  const program = programOf(env, platform)
  if (program === null) return
  const [command, ...args] = program
  spawn(command, [...args, url], { stdio: 'ignore', detached: true })
    .on('error', () => undefined)
    .unref()
}

function programOf(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform,
): readonly [string, ...string[]] | null {
  if (platform === 'darwin') return ['open']
  if (platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler']
  return env.DISPLAY || env.WAYLAND_DISPLAY ? ['xdg-open'] : null
}
