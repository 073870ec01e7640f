import { once } from 'node:events'
import { type IncomingMessage, createServer } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { expect, it, onTestFinished } from 'vitest'
import { type AppError } from '../../src/kernel/errors.ts'
import { createBodyBudget } from '../../src/http/body-budget.ts'
import { readBody, withBody } from '../../src/http/read-body.ts'

/** A budget, and bodies that note what is asked of them. */
function open(maxBytes: number) {
  const budget = createBodyBudget(maxBytes)
  return () => {
    const asked: string[] = []
    const held = budget.open({
      pause: () => asked.push('pause'),
      resume: () => asked.push('resume'),
      refuse: ({ code }: AppError) => asked.push(code),
    })
    return { ...held, asked }
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

it('pauses bodies beyond the budget but the oldest, until another one is worked on', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(60)
  second.add(60)
  first.add(60)
  third.add(10)
  expect([first.asked, second.asked, third.asked]).toEqual([[], ['pause'], ['pause']])
  first.complete()
  expect(second.asked).toEqual(['pause', 'resume'])
  first.release()
  expect(third.asked).toEqual(['pause', 'resume'])
})

it('counts a body until it is worked on, not only until it has come', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(101)
  first.complete()
  second.add(1)
  third.add(1)
  expect(third.asked).toEqual(['pause'])
  first.release()
  expect(third.asked).toEqual(['pause', 'resume'])
})

it('refuses a body beyond twice the budget, and gives back what it held', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(150)
  second.add(60)
  expect(second.asked).toEqual(['UNAVAILABLE'])
  first.release()
  third.add(90)
  expect(third.asked).toEqual([])
})

it('lets bodies expand in turn, a third of the budget at once, and refuses who would wait as the 201st', async () => {
  const body = open(300)
  const begun: number[] = []
  const bodies = Array.from({ length: 202 }, (_, index) => {
    const held = body()
    held.add(1)
    held.complete()
    const expanded = held.expand(60).then(
      () => void begun.push(index),
      (error: AppError) => error.code,
    )
    return { ...held, expanded }
  })
  expect(await bodies[201]!.expanded).toBe('UNAVAILABLE')
  expect(begun).toEqual([0])
  bodies[0]!.release()
  await settled()
  expect(begun).toEqual([0, 1])
  // One that is larger than all of it goes alone.
  const large = body()
  large.complete()
  for (let index = 1; index < 201; index++) {
    bodies[index]!.release()
    await bodies[index]!.expanded
  }
  await large.expand(1_000)
  expect(begun.length).toBe(201)
})

it('gives back what a body held once, however often it is released', () => {
  const body = open(100)
  const [first, second, third] = [body(), body(), body()]
  first.add(90)
  second.add(90)
  first.release()
  first.release()
  third.add(30)
  expect(third.asked).toEqual(['pause'])
})

it('lets the next one expand when one has unzipped to less than was counted for it', async () => {
  const body = open(300)
  const [first, second] = [body(), body()]
  await first.expand(90)
  const expanded = second.expand(60)
  first.keep(30)
  await expanded
  first.release()
  second.release()
  // Nothing is counted twice, or given back twice.
  const [third, fourth, fifth] = [body(), body(), body()]
  third.add(300)
  fourth.add(1)
  expect(fourth.asked).toEqual(['pause'])
  third.release()
  fifth.add(299)
  expect(fifth.asked).toEqual([])
})

const megabyte = 1024 * 1024

/** A request that has come, of gzip. */
function zipped(...members: Buffer[]): { node: IncomingMessage } {
  const parts = [Buffer.concat(members.map((member) => gzipSync(member)))]
  const request = Object.assign(Readable.from(parts), { headers: { 'content-encoding': 'gzip' } })
  return { node: request as unknown as IncomingMessage }
}

it('counts what a body unzips to, whatever its last member states', async () => {
  let running = 0
  let most = 0
  const lengths = await Promise.all(
    Array.from({ length: 4 }, () =>
      withBody(zipped(Buffer.alloc(1.5 * megabyte, 'x'), Buffer.alloc(0)), 2 * megabyte, async (bytes) => {
        most = Math.max(most, (running += 1))
        for (let turn = 0; turn < 200; turn += 1) await settled()
        running -= 1
        return bytes.length
      }),
    ),
  )
  expect(lengths).toEqual(Array(4).fill(1.5 * megabyte))
  expect(most).toBe(1)
  await expect(readBody(zipped(Buffer.alloc(megabyte), Buffer.alloc(0)), megabyte - 1)).rejects.toMatchObject(
    { code: 'BODY_TOO_LARGE' },
  )
})

/** A server that hands over its requests, and how to connect to it. */
async function listen(serve: (request: IncomingMessage) => Promise<number>) {
  const server = createServer((request, response) => {
    void serve(request).then((status) => response.writeHead(status).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return () => connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined)
}

const head = (length: number) => `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${length}\r\n\r\n`
const codeOf = (reading: Promise<unknown>): Promise<string> =>
  reading.then(
    () => 'read',
    ({ code }: AppError) => code,
  )

it.each([
  ['before its body came', head(100)],
  ['after its body came', `${head(2)}{}`],
])('says so of a sender who left %s, before it is read', async (_, text) => {
  let answer: (code: string) => void
  const answered = new Promise<string>((resolve) => (answer = resolve))
  const open = await listen(async (request) => {
    const closed = new Promise((resolve) => request.once('close', resolve).once('error', resolve))
    socket.resetAndDestroy()
    await closed
    answer(await codeOf(readBody({ node: request }, 1_000)))
    return 200
  })
  const socket = open()
  socket.write(text)
  expect(await answered).toBe('INVALID_REQUEST')
})

it('lets a refused sender finish, and read the answer', async () => {
  let come = 0
  let noteCome: () => void
  const hasCome = new Promise<void>((resolve) => (noteCome = resolve))
  const open = await listen(async (request) => {
    const reading = codeOf(readBody({ node: request }, 64 * megabyte))
    request.on('data', (chunk: Buffer) => {
      come += chunk.length
      if (come >= 13 * megabyte) noteCome()
    })
    return (await reading) === 'UNAVAILABLE' ? 503 : 500
  })
  const oldest = open()
  oldest.write(head(14 * megabyte))
  oldest.write(Buffer.alloc(13 * megabyte))
  await hasCome
  const refused = open()
  refused.write(head(40 * megabyte))
  await new Promise((resolve) => refused.write(Buffer.alloc(40 * megabyte), resolve))
  const [answer] = (await once(refused, 'data')) as [Buffer]
  expect(answer.toString()).toMatch(/^HTTP\/1.1 503 /)
  oldest.destroy()
})
