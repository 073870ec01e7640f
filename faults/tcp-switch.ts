import { once } from 'node:events'
import { type Socket, connect, createServer } from 'node:net'

/** An address that stays while what stands behind it changes: as a virtual address or a proxy does in front of a database. */
export interface TcpSwitch {
  readonly port: number
  /** Ends the connections that there are; new ones go to this port. */
  to(port: number): void
  close(): Promise<void>
}

export async function openSwitch(first: number): Promise<TcpSwitch> {
  let target = first
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
    far.pipe(near)
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
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
