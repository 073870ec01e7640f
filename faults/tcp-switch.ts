import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'
import { Transform } from 'node:stream'

/** An address that stays while what stands behind it changes: as a virtual address or a proxy does in front of a database. */
export interface TcpSwitch {
  readonly port: number
  /** Ends the connections that there are; new ones go to this port. */
  to(port: number): void
  /** From now on an answer is lost with this chance, and its connection with it. Returns how many were lost so far. */
  lose(chance: number): number
  close(): Promise<void>
}

export async function openSwitch(first: number): Promise<TcpSwitch> {
  let target = first
  let [chance, lost] = [0, 0]
  const open = new Set<Socket>()
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket)
      socket.on('error', () => other.destroy())
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    const answers = new Transform({
      transform(chunk, _encoding, done) {
        // What was asked has been done by now.
        if (Math.random() >= chance) return done(null, chunk)
        lost += 1
        near.destroy()
      },
    })
    far.pipe(answers).pipe(near)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('no port was given')
  return {
    port: address.port,
    to(port) {
      target = port
      for (const socket of open) socket.destroy()
    },
    lose(next) {
      chance = next
      return lost
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
