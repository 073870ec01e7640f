import type ChildProcess from 'node:child_process'
import { hostProcess } from '../runtime.ts'
import type { Endpoint } from './send.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** What to do when the process ends. */
export interface ExitActions {
  /** The event loop is empty, or a signal asks the process to end: there is time to send. */
  drain: () => Promise<unknown>
  /** The process ends now: only synchronous work is possible. */
  finish: () => void
}

interface Registry {
  actions: Set<ExitActions>
  stop: () => void
}

/** Shared by all trackers of the process, also by those of a second copy of this package. */
const registryKey = Symbol.for('customer-intel.exit')

/** Calls the actions when the process ends, in any way. Returns a function that unsubscribes. */
export function onProcessEnd(actions: ExitActions): () => void {
  const host = hostProcess()
  if (typeof host?.on !== 'function') return () => undefined
  const place = globalThis as { [registryKey]?: Registry }
  const registry = (place[registryKey] ??= listen(host))
  registry.actions.add(actions)
  return () => {
    registry.actions.delete(actions)
    if (registry.actions.size > 0 || place[registryKey] !== registry) return
    registry.stop()
    delete place[registryKey]
  }
}

function listen(host: NodeJS.Process): Registry {
  const actions = new Set<ExitActions>()
  const drain = () => Promise.all([...actions].map((action) => action.drain()))
  const finish = () => {
    for (const action of actions) action.finish()
  }
  const end = (signal: NodeJS.Signals) => {
    finish()
    host.kill(host.pid, signal)
  }
  const onBeforeExit = () => void drain()
  const onSignal = (signal: NodeJS.Signals) => {
    // If there are other listeners, they decide when the process ends. Otherwise we end it as it would have ended.
    const alone = host.listenerCount(signal) === 0
    void drain().then(() => (alone ? end(signal) : undefined))
  }
  // Once: a second Ctrl-C ends the process at once.
  for (const signal of signals) host.once(signal, onSignal)
  host.on('beforeExit', onBeforeExit)
  host.on('exit', finish)
  return {
    actions,
    stop() {
      for (const signal of signals) host.off(signal, onSignal)
      host.off('beforeExit', onBeforeExit)
      host.off('exit', finish)
    },
  }
}

/** Sends the bodies that it reads from its standard input, four at a time, and prints the number of each confirmed one. */
const sender = `let text='',next=0
process.stdin.on('data',d=>text+=d).on('end',()=>{
const{url,headers,bodies}=JSON.parse(text),lane=async()=>{
for(let i;(i=next++)<bodies.length;)for(;;){
const r=await fetch(url,{method:'POST',headers,body:bodies[i],redirect:'manual'})
if(r.status===429){await new Promise(go=>setTimeout(go,300));continue}
if(r.status===200&&(await r.json()).success===true)process.stdout.write(i+' ')
break}}
lane();lane();lane();lane()})`

/**
 * Sends while the process exits, when nothing asynchronous runs any more: a child does it, and the exit waits for the
 * child. Returns which of the bodies were confirmed.
 */
export function sendSynchronously(endpoint: Endpoint, bodies: string[], timeoutMs: number): Set<number> {
  const host = hostProcess()
  const builtIns: { getBuiltinModule?: (id: string) => unknown } | undefined = host
  const processes = builtIns?.getBuiltinModule?.('node:child_process') as typeof ChildProcess | undefined
  const spawn = processes?.spawnSync
  // An application packed into one executable would start itself, not Node.
  if (!spawn || !/(?:^|[\\/])(?:node|bun)(?:\.exe)?$/i.test(host?.execPath ?? '')) return new Set()
  const { url, headers } = endpoint
  const { stdout } = spawn(host!.execPath, ['-e', sender], {
    // Through the pipe: the arguments and the environment of a process can be seen by others.
    input: JSON.stringify({ url, headers, bodies }),
    stdio: ['pipe', 'pipe', 'ignore'],
    env: { ...host!.env, NODE_OPTIONS: '' },
    timeout: timeoutMs,
    encoding: 'utf8',
  })
  return new Set(stdout.match(/\d+/g)?.map(Number))
}
