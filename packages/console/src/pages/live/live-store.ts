import type { LiveEvent } from '@customer-intel/node-sdk'
import { client } from '../../app/client.ts'
import { type LiveLine, recallLines, toLine, withReading } from './live-line.ts'

/** Lines that are kept, and how often they are painted at most. */
const kept = 2_000
const paintMs = 100

/** What the live list shows. */
export interface LiveState {
  /** Newest first. */
  lines: readonly LiveLine[]
  /** How far behind the read models are, in seconds; null while nobody said. */
  lag: number | null
  /** Events that were skipped since the reader was slow. */
  skipped: number
  error: Error | null
}

type Message = LiveEvent & { id: string }

/**
 * The events as they come. One tab of the browser reads the stream, since a browser opens few connections to a host, and
 * passes it on to the others; a hidden tab reads nothing, and goes on where it was when it is seen again.
 */
export class LiveStore {
  #state: LiveState = { lines: [], lag: null, skipped: 0, error: null }
  readonly #listeners = new Set<() => void>()
  #channel: BroadcastChannel | null = null
  #cursor: string | undefined
  #reading: AbortController | null = null
  #isPainting = false
  #arrived: Message[] = []

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }
  readonly state = (): LiveState => this.#state

  /** Begins to read; the returned function ends it. `recall`: the list begins with the latest that are stored. */
  start({ recall = false } = {}): () => void {
    const seen = () => (document.hidden ? this.#pause() : this.#read())
    const channel = new BroadcastChannel('live-events')
    this.#channel = channel
    channel.addEventListener('message', ({ data }: MessageEvent<Message>) => this.#take(data))
    document.addEventListener('visibilitychange', seen)
    seen()
    if (recall) void this.#recall()
    return () => {
      document.removeEventListener('visibilitychange', seen)
      this.#pause()
      channel.close()
      this.#channel = null
    }
  }

  async #recall(): Promise<void> {
    const recalled = await recallLines()
    const shown = new Set(
      this.#state.lines.map(({ key, status, uuid }) => (status === 'rejected' ? key : uuid)),
    )
    const older = recalled.filter(({ key, status, uuid }) => !shown.has(status === 'rejected' ? key : uuid))
    if (older.length > 0) this.#change({ lines: [...this.#state.lines, ...older] })
  }

  #pause(): void {
    this.#reading?.abort()
    this.#reading = null
  }

  #read(): void {
    if (this.#reading) return
    const reading = new AbortController()
    this.#reading = reading
    const { signal } = reading
    // Beyond https and loopback there are no locks: then each tab reads for itself.
    const done = navigator.locks
      ? navigator.locks.request('live-events', { signal }, () => this.#follow(signal, true))
      : this.#follow(signal, false)
    void done.catch((error: Error) => {
      if (signal.aborted) return
      this.#change({ error })
      this.#pause()
    })
  }

  async #follow(signal: AbortSignal, passOn: boolean): Promise<void> {
    for await (const message of client.events.stream({ after: this.#cursor }, { signal })) {
      this.#take(message)
      if (passOn) this.#channel?.postMessage(message)
    }
  }

  #take(message: Message): void {
    this.#cursor = message.id
    this.#arrived.push(message)
    if (this.#isPainting) return
    this.#isPainting = true
    setTimeout(() => this.#paint(), paintMs)
  }

  #paint(): void {
    this.#isPainting = false
    const arrived = this.#arrived
    this.#arrived = []
    let { lag, skipped } = this.#state
    const lines = new Map(this.#state.lines.toReversed().map((line) => [line.key, line]))
    for (const message of arrived) {
      if (message.type === 'lag') lag = message.seconds
      else if (message.type === 'gap') skipped += message.skipped ?? 0
      else if (message.type === 'read') {
        const key = `${message.uuid} ${message.receivedAt}`
        const line = lines.get(key)
        if (line) lines.set(key, withReading(line, message))
      } else {
        const line = toLine(message)
        if (line) lines.set(line.key, line)
      }
    }
    this.#change({ lines: [...lines.values()].reverse().slice(0, kept), lag, skipped, error: null })
  }

  #change(change: Partial<LiveState>): void {
    this.#state = { ...this.#state, ...change }
    for (const listener of this.#listeners) listener()
  }
}
