import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const packageFolder = fileURLToPath(new URL('../..', import.meta.url))

export interface Ended {
  code: number | null
  stdout: string
  stderr: string
}

export interface RunOptions {
  env?: Record<string, string | undefined>
  stdin?: string
  /** Another copy of the program. */
  main?: string
}

export interface BuiltCli {
  /** The program's path. */
  main: string
  /** A folder for copies of it, which find what it depends on. */
  folder: string
  /** Where it keeps what it remembers. */
  configHome: string
  /** Runs `svc` as a process, in a pipe. */
  run: (args: readonly string[], options?: RunOptions) => Promise<Ended>
  remove: () => void
}

/** Builds the CLI as it is published, within its package so that it finds what it depends on. */
export function buildCli(): BuiltCli {
  const folder = mkdtempSync(join(packageFolder, 'node_modules', '.svc-test-'))
  const main = join(folder, 'dist/main.js')
  const tsup = join(packageFolder, 'node_modules/tsup/dist/cli-default.js')
  execFileSync(process.execPath, [tsup, '--out-dir', join(folder, 'dist')], {
    cwd: packageFolder,
    stdio: 'pipe',
  })
  const configHome = join(folder, 'config')
  return {
    main,
    folder,
    configHome,
    remove: () => rmSync(folder, { recursive: true, force: true }),
    run: (args, { env = {}, stdin = '', main: program = main } = {}) =>
      new Promise((resolve, reject) => {
        const child = spawn(process.execPath, [program, ...args], { env: cleanEnv(configHome, env) })
        let stdout = ''
        let stderr = ''
        child.stdout.setEncoding('utf8').on('data', (text: string) => (stdout += text))
        child.stderr.setEncoding('utf8').on('data', (text: string) => (stderr += text))
        child.once('error', reject)
        child.once('close', (code) => resolve({ code, stdout, stderr }))
        child.stdin.on('error', () => undefined).end(stdin)
      }),
  }
}

/** Nothing of whoever runs the tests: no key, no address, no CI, no assistants; and nothing asked on the internet. */
export function cleanEnv(configHome: string, env: RunOptions['env'] = {}): NodeJS.ProcessEnv {
  return {
    PATH: process.env.PATH,
    HOME: join(configHome, 'home'),
    XDG_CONFIG_HOME: configHome,
    SVC_NO_UPDATE_NOTIFIER: '1',
    ...env,
  }
}
