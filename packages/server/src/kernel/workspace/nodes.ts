import type { Documents } from '../store/ports.ts'

/** What a node (server process) publishes to the others that serve the same organization. */
export interface NodeLine {
  /** The last rebuild that its read models include, see {@link openReplicas}. */
  epoch: number
  /** A heartbeat: changes with each report. */
  tick: number
  /** Requests per second, by public key. */
  rates: Record<string, number>
}

export interface OtherNode extends NodeLine {
  id: string
  /** Time since its last report, as far as this process has been watching, in milliseconds. */
  silentMs: number
}

/** The nodes that serve one organization. Each writes a document of its own, which all can read. */
export interface Nodes {
  /** Updates this node's report. Durable once it resolves. */
  report(part: Partial<Omit<NodeLine, 'tick'>>): Promise<void>
  others(): Promise<OtherNode[]>
  /** Removes the report of a node that is gone. */
  forget(id: string): Promise<void>
  /** Removes this node's report. */
  close(): Promise<void>
}

const prefix = 'node-'

/** Reports in documents, one per node: no two nodes write the same one. `id` is this node's, and survives restarts. */
export function openNodes(documents: Documents, id: string): Nodes {
  let line: NodeLine = { epoch: 0, tick: 0, rates: {} }
  let version: string | null = null
  let last: Promise<unknown> = Promise.resolve()
  const seen = new Map<string, { version: string; at: number }>()

  async function write(part: Partial<NodeLine>): Promise<void> {
    line = { ...line, ...part, tick: line.tick + 1 }
    for (;;) {
      const written = await documents.write(prefix + id, line, { expected: version })
      if (written !== null) {
        version = written
        return
      }
      // A former process of this node left it, or another node removed it.
      version = (await documents.read(prefix + id))?.version ?? null
    }
  }

  return {
    report(part) {
      const done = last.then(() => write(part))
      last = done.catch(() => undefined)
      return done
    },
    async others() {
      const names = (await documents.list(prefix)).filter((name) => name !== prefix + id)
      for (const name of seen.keys()) if (!names.includes(name)) seen.delete(name)
      const read = await Promise.all(names.map(async (name) => ({ name, found: await documents.read(name) })))
      return read.flatMap(({ name, found }): OtherNode[] => {
        if (found === null) return []
        let known = seen.get(name)
        if (known?.version !== found.version) known = { version: found.version, at: performance.now() }
        seen.set(name, known)
        const silentMs = performance.now() - known.at
        return [{ ...(found.value as NodeLine), id: name.slice(prefix.length), silentMs }]
      })
    },
    async forget(other) {
      const found = await documents.read(prefix + other)
      if (found !== null) await documents.remove(prefix + other, { expected: found.version })
    },
    async close() {
      await last
      if (version !== null) await documents.remove(prefix + id, { expected: version }).catch(() => undefined)
    },
  }
}
