import { homedir } from 'node:os'
import { join } from 'node:path'

/** Where the command line keeps what it has to remember: `~/.config/svc`, `$XDG_CONFIG_HOME/svc` or `%APPDATA%\svc`. */
export function configDirectory(
  env: Readonly<Record<string, string | undefined>>,
  platform: NodeJS.Platform = process.platform,
): string {
  if (platform === 'win32' && env.APPDATA) return join(env.APPDATA, 'svc')
  return join(env.XDG_CONFIG_HOME || join(env.HOME || homedir(), '.config'), 'svc')
}
