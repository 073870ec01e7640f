import { type ChildProcess, fork } from 'node:child_process'
import { childProgram } from './child-program.ts'
import type { ProcessReply, Request } from './protocol.ts'

/** Pauses before a process that ended by itself is restarted; the last one repeats. */
const restartMs = [0, 100, 500, 2_000, 5_000]
/** How long it may take to close before it is killed. */
const closeMs = 8_000

export interface Supervised {
  readonly pid: number | undefined
  /** Starts the process, and restarts it whenever it ends by itself. */
  start(): void
  /** Sends a request. It is lost while there is no process. */
  send: (request: Request) => void
  /** Kills the process; it is restarted. */
  kill: (options?: { onGone?: () => void }) => void
  /** Closes the process, and resolves once it is gone. It can be started again. */
  stop(): Promise<void>
}

/** Keeps the process that holds the database running between `start` and `stop`. */
export function supervise(options: {
  path: string
  onReply: (reply: ProcessReply) => void
  onError: (error: Error) => void
  /** It ended by itself and will be restarted. */
  onEnded: () => void
}): Supervised {
  const { path, onReply, onError, onEnded } = options
  let child: ChildProcess | null = null
  let restarts = 0
  let isWanted = false

  function startChild(): void {
    const started = fork(childProgram.file, [path], {
      serialization: 'advanced',
      execArgv: childProgram.execArgv,
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      // The child gets nothing of our environment: keys have no business in a process that runs users' SQL. Each running
      // statement occupies a thread of the pool; with the default of four, users' queries would starve our own reads.
      env: { UV_THREADPOOL_SIZE: '16' },
    })
    child = started
    started.on('message', (reply: ProcessReply) => {
      if (child !== started) return
      if (reply.kind === 'open') restarts = 0
      onReply(reply)
    })
    started.on('error', (error) => {
      onError(error)
      // A process that couldn't be started emits no `exit`.
      if (started.pid === undefined && child === started) ended()
    })
    started.on('exit', () => {
      if (child === started) ended()
    })
  }

  function ended(): void {
    child = null
    if (!isWanted) return
    onEnded()
    setTimeout(
      () => {
        if (isWanted && child === null) startChild()
      },
      restartMs[Math.min(restarts++, restartMs.length - 1)],
    )
  }

  function send(request: Request): void {
    if (child?.connected) child.send(request, () => undefined)
  }

  return {
    get pid() {
      return child?.pid
    },
    start() {
      if (isWanted) return
      isWanted = true
      restarts = 0
      startChild()
    },
    send,
    kill({ onGone } = {}) {
      if (onGone) child?.once('exit', onGone)
      child?.kill('SIGKILL')
    },
    async stop() {
      isWanted = false
      const ending = child
      if (ending === null) return
      const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()))
      send({ kind: 'close' })
      const timer = setTimeout(() => ending.kill('SIGKILL'), closeMs)
      await exited
      clearTimeout(timer)
    },
  }
}
