import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { readFileSync } from 'node:fs'
import { root } from './root.mjs'

/**
 * Runs a program and resolves with its exit code and, when `quiet`, its `output`, and in it what it answers by `stdout`
 * alone: beneath pnpm, npm warns on stderr of settings that only pnpm knows.
 * No shell stands between: arguments and paths may hold spaces. On Windows `npx` and `npm` need one.
 *
 * @param {string} command
 * @param {string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, quiet?: boolean }} [options] `quiet` captures instead of showing.
 * @returns {Promise<{ code: number, output: string, stdout: string }>}
 */
export function run(command, args, { cwd = root, env = process.env, quiet = false } = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, {
      cwd,
      env,
      stdio: quiet ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32' && !command.includes('node'),
    })
    let output = ''
    let stdout = ''
    child.stdout?.on('data', (chunk) => {
      output += chunk
      stdout += chunk
    })
    child.stderr?.on('data', (chunk) => (output += chunk))
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code: code ?? (signal === 'SIGINT' ? 130 : 1), output, stdout })
    })
  })
}

/** Runs quietly behind one line of text; on failure shows everything that was said and ends this process. */
export async function step(text, command, args, options = {}) {
  const started = performance.now()
  process.stderr.write(`${text} …`)
  const { code, output } = await run(command, args, { ...options, quiet: true })
  if (code === 0) {
    process.stderr.write(` ${((performance.now() - started) / 1000).toFixed(1)} s\n`)
    return output
  }
  process.stderr.write(`\n${output}\n${text}: failed. The reason stands above.\n`)
  process.exit(code)
}

/** The JavaScript file behind a development tool's command, to be run by this Node. */
export function toolPath(packageName, command = packageName, from = root) {
  const folder = join(from, 'node_modules', packageName)
  const { bin } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  return join(folder, typeof bin === 'string' ? bin : bin[command])
}
