import { spawn } from 'node:child_process'
import { once } from 'node:events'

const end = '__command_ended__'

/**
 * A shell as a reader has it open: what one command exports or defines is there for the next.
 *
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export function openShell({ cwd, env }) {
  const bash = spawn('bash', ['--noprofile', '--norc'], { cwd, env, stdio: 'pipe', detached: true })
  const said = { stdout: '', stderr: '' }
  let arrived = () => {}
  for (const stream of ['stdout', 'stderr']) {
    bash[stream].on('data', (chunk) => {
      said[stream] += chunk
      arrived()
    })
  }
  const kill = () => signalGroup(bash, 'SIGKILL')

  /** Runs a command and resolves with what it printed on standard output. Throws when it fails, or seems to hang. */
  async function run(command, { limitMs = 600_000 } = {}) {
    said.stdout = said.stderr = ''
    bash.stdin.write(`${command}\nprintf '\\n${end}%s\\n' "$?"; printf '\\n${end}\\n' >&2\n`)
    const deadline = Date.now() + limitMs
    while (!said.stdout.includes(end) || !said.stderr.includes(end)) {
      const left = deadline - Date.now()
      if (left <= 0 || bash.exitCode !== null) {
        kill()
        throw new Error(`took longer than ${limitMs / 1_000} s:\n${command}\n${said.stdout}${said.stderr}`)
      }
      await new Promise((resolve) => {
        const timer = setTimeout(resolve, Math.min(left, 1_000))
        arrived = () => {
          clearTimeout(timer)
          resolve()
        }
      })
    }
    const [stdout, code] = said.stdout.split(`\n${end}`)
    const stderr = said.stderr.split(`\n${end}`)[0]
    if (Number(code) !== 0) throw new Error(`failed with ${Number(code)}:\n${command}\n${stdout}${stderr}`)
    return { stdout, stderr }
  }
  return { run, kill }
}

/**
 * For a shell in the clone: before npm starts a program of the clone, it looks through all that is installed, which takes it
 * three seconds of a processor. So each program is started by npm once, and from then on by its file.
 */
export const npmOnceEach = `npx() {
  if [[ $started_by_npm == *" $1 "* && -f scripts/$1.mjs ]]; then node "scripts/$1.mjs" "\${@:2}"
  else started_by_npm+=" $1 "; command npx "$@"; fi
}`

/**
 * A command that goes on until it is stopped, such as a server. `output` is what it has printed.
 *
 * @param {string} command
 * @param {{ cwd: string, env: NodeJS.ProcessEnv }} options
 */
export function startCommand(command, { cwd, env }) {
  const child = spawn('bash', ['-c', `exec ${command.replace(/^((?:\w+=\S+ )*)/, 'env $1')}`], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  })
  const ended = once(child, 'exit')
  const running = {
    output: '',
    /** Resolves with the match once the output has it. */
    async says(pattern, { limitMs }) {
      const deadline = Date.now() + limitMs
      for (;;) {
        const match = pattern.exec(running.output)
        if (match) return match
        if (child.exitCode !== null || Date.now() > deadline) {
          running.kill()
          throw new Error(`${command} didn't say ${pattern} within ${limitMs / 1_000} s:\n${running.output}`)
        }
        await new Promise((resolve) => setTimeout(resolve, 50))
      }
    },
    /** Ends it as Ctrl-C does, and expects 0, or one of `codes`. */
    async stop({ codes = [0] } = {}) {
      signalGroup(child, 'SIGINT')
      const [code, signal] = await ended
      if (!codes.includes(code) && signal !== 'SIGINT')
        throw new Error(`${command} ended with ${code ?? signal} on Ctrl-C:\n${running.output}`)
    },
    kill: () => signalGroup(child, 'SIGKILL'),
  }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (running.output += chunk))
  return running
}

/** A terminal's keys reach everything that was started in it. */
function signalGroup(child, signal) {
  if (child.exitCode !== null || child.signalCode !== null) return
  try {
    process.kill(-child.pid, signal)
  } catch {
    // It has just ended.
  }
}
