import { createHash, randomBytes } from 'node:crypto'
import { closeSync, mkdirSync, openSync, realpathSync } from 'node:fs'
import { mkdir, readdir, rename, unlink } from 'node:fs/promises'
import { connect, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Server } from 'node:net'
import { StoreInUseError } from '../../kernel/errors.ts'

export interface DirectoryLock {
  /** Releases the lock. The operating system does so, too, however the process ends. */
  release(): Promise<void>
}

/**
 * Makes sure that one process at a time uses `directory`, which must exist.
 *
 * The lock is a listening Unix socket in `directory/lock/`, named by its holder: alive while somebody accepts on it.
 * The kernel closes it with the process, also on kill -9, so that no lock outlives its holder, no clock or timeout
 * decides, and pids that are reused or belong to another container can't mislead. A newcomer first publishes its own
 * socket, then looks for others: of two that start together, at least one sees the other, and a dead name is never
 * used again, so that removing one can't hit a live holder. It holds between all processes of one machine,
 * containers included; two machines that share a network file system are not kept apart.
 *
 * Throws an Error that names the holder's pid and the remedy when the directory is in use.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const place = await openLockPlace(directory)
  // Two that started together may have seen each other, and both given up.
  for (let attempt = 1; ; attempt++) {
    const name = `${process.pid}-${randomBytes(6).toString('hex')}.sock`
    const server = await listenAs(place, name)
    const release = async () => {
      await removeSocket(place.path(name))
      await new Promise<void>((resolve) => server.close(() => resolve()))
      place.close()
    }
    const holder = await findHolder(place, name)
    if (holder === null) return { release }
    if (attempt === 4) {
      await release()
      throw new StoreInUseError(
        `The data directory ${directory} is in use by the process with pid ${holder}. ` +
          'Stop that server first, or give this one a directory of its own (SVC_DATA_DIR).',
      )
    }
    await removeSocket(place.path(name))
    await new Promise<void>((resolve) => server.close(() => resolve()))
    await new Promise((resolve) => setTimeout(resolve, 20 + Math.random() * 80))
  }
}

interface LockPlace {
  path(name: string): string
  close(): void
}

/**
 * The folder of the sockets. Socket paths are limited to about 100 bytes: on Linux the folder is reached by an open
 * descriptor. Where the data directory's file system knows no sockets, or the path is too long, a folder under the
 * temporary directory that is named after the data directory takes its place.
 */
async function openLockPlace(directory: string): Promise<LockPlace> {
  const inside = join(directory, 'lock')
  await mkdir(inside, { recursive: true, mode: 0o700 })
  const places = [process.platform === 'linux' ? byDescriptor(inside) : byPath(inside), temporary(directory)]
  let failure: unknown
  for (const open of places) {
    const place = open()
    const probe = `probe-${randomBytes(6).toString('hex')}`
    try {
      const server = await listen(place.path(probe))
      await new Promise<void>((resolve) => server.close(() => resolve()))
      return place
    } catch (error) {
      failure = error
      place.close()
    }
  }
  throw new Error(`The data directory ${directory} can't be locked: ${String(failure)}`, { cause: failure })
}

const byPath = (folder: string) => (): LockPlace => ({
  path: (name) => join(folder, name),
  close: () => undefined,
})

const byDescriptor = (folder: string) => (): LockPlace => {
  const descriptor = openSync(folder, 'r')
  return { path: (name) => `/proc/self/fd/${descriptor}/${name}`, close: () => closeSync(descriptor) }
}

const temporary = (directory: string) => (): LockPlace => {
  const hash = createHash('sha256').update(realpathSync(directory)).digest('hex').slice(0, 16)
  const folder = join(tmpdir(), `customer-intel-${hash}`)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return byPath(folder)()
}

/** The name appears only once the socket accepts connections: a name that refuses them is dead. */
async function listenAs(place: LockPlace, name: string): Promise<Server> {
  const server = await listen(place.path(`${name}.new`))
  await rename(place.path(`${name}.new`), place.path(name))
  return server
}

function listen(path: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', reject)
    server.listen(path, () => resolve(server.unref()))
  })
}

/** The pid of another live holder, or null. Removes the names of dead ones. */
async function findHolder(place: LockPlace, own: string): Promise<number | null> {
  for (const name of await readdir(place.path(''))) {
    if (name === own || !name.endsWith('.sock')) continue
    if (await accepts(place.path(name))) return Number.parseInt(name, 10)
    await removeSocket(place.path(name))
  }
  return null
}

function accepts(path: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED' || error.code === 'ENOENT') resolve(false)
      // A full backlog (EAGAIN) or an unknown error: it counts as alive.
      else if (error.code === 'EAGAIN') resolve(true)
      else reject(error)
    })
  })
}

/**
 * Removes a name that may be gone. Without `rm`, which looks at what it removes: after Node looked at a socket, its
 * loader takes links in node_modules for what they name (https://github.com/nodejs/node/issues/51142), and packages
 * that are imported from then on don't find their own.
 */
async function removeSocket(path: string): Promise<void> {
  await unlink(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
}
