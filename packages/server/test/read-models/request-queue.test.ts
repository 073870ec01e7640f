import { MessageChannel } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { AppError } from '../../src/kernel/errors.ts'
import type { Request } from '../../src/projector/process/protocol.ts'
import { type RequestQueue, createRequestQueue } from '../../src/projector/process/request-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue before a process that does nothing by itself; `sent` is what it was sent. */
function open() {
  const sent: Request[] = []
  let residentBytes = 0
  let processorMs = 0
  const queue = createRequestQueue(
    {
      pid: undefined,
      unavailable: null,
      isUnopened: false,
      send: (request) => void sent.push(request),
      kill: () => undefined,
      onRequest: () => undefined,
    },
    { measure: async () => residentBytes, processorMs: () => processorMs },
  )
  queue.resume()
  const idOf = (index: number) => (sent[index] as Request & { id: number }).id
  const grow = () => (residentBytes = 2 ** 40)
  /** The process has the processor for so long. */
  const work = (ms: number) => (processorMs += ms)
  return { queue, sent, idOf, grow, work }
}

/** Its process has ended, and another one takes its place. */
function restart(queue: RequestQueue): void {
  queue.interrupted()
  queue.resume()
}

const limits = { timeoutMs: 10_000, maxRows: 10, maxBytes: 1_000 }

test('a query of a user that needs too much memory is told how to narrow it', async () => {
  const { queue, idOf } = open()
  const query = queue.runUntrusted('select string_agg(text) from sources', limits)
  const message = 'Out of Memory Error: no'
  queue.receive({ kind: 'failed', id: idOf(0), code: 'EXECUTION_ERROR', message })
  await expect(query).rejects.toMatchObject({
    code: 'EXECUTION_ERROR',
    message: expect.stringMatching(/needs more memory.*left\(text, 500\)/) as string,
  })
})

test('a read of our own is asked again while a query of a user holds the memory that it needs', async () => {
  const { queue, sent, idOf } = open()
  const query = queue.runUntrusted('select 1', limits)
  const read = queue.read('listMemberEmails', [])
  for (let time = 1; time <= 3; time++) {
    queue.receive({
      kind: 'failed',
      id: idOf(1),
      code: 'EXECUTION_ERROR',
      message: 'Out of Memory Error: no',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(2 + time)
  }
  queue.receive({ kind: 'answer', id: idOf(0), value: { json: '[]', truncated: false } })
  queue.receive({ kind: 'answer', id: idOf(1), value: ['ann@us.test'] })
  expect(await query).toEqual({ rows: [], truncated: false })
  expect(await read).toEqual(['ann@us.test'])
})

test('while it drains nothing more is sent, and what waited goes once it resumes', async () => {
  const { queue, sent, idOf } = open()
  const first = queue.read('listMemberEmails', [])
  const drained = vi.fn()
  void queue.drain().then(drained)
  const second = queue.read('listMemberEmails', [])
  await vi.advanceTimersByTimeAsync(1)
  expect(sent).toHaveLength(1)
  expect(drained).not.toHaveBeenCalled()
  queue.receive({ kind: 'answer', id: idOf(0), value: [] })
  await vi.advanceTimersByTimeAsync(1)
  expect(drained).toHaveBeenCalled()
  queue.resume()
  queue.receive({ kind: 'answer', id: idOf(1), value: [] })
  expect(await Promise.all([first, second])).toEqual([[], []])
})

test('of one caller two queries run at a time, and another caller does not wait for the rest', async () => {
  const { queue, sent, idOf } = open()
  const run = (caller: string) => queue.runUntrusted('select 1', { ...limits, caller })
  const heavy = Array.from({ length: 20 }, () => run('a'))
  expect(sent).toHaveLength(2)
  const small = run('b')
  expect(sent).toHaveLength(3)
  queue.receive({ kind: 'answer', id: idOf(2), value: { json: '[]', truncated: false } })
  await small
  for (let index = 0; index < 20; index++) {
    const at = index < 2 ? index : index + 1
    queue.receive({ kind: 'answer', id: idOf(at), value: { json: '[]', truncated: false } })
  }
  await Promise.all(heavy)
})

test('a caller of whom too many queries wait is told to come again', async () => {
  const { queue } = open()
  const run = (caller: string) => queue.runUntrusted('select 1', { ...limits, caller })
  const waiting = Array.from({ length: 22 }, () => run('a').catch((error: unknown) => error))
  await expect(run('a')).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfterSeconds: 1 })
  const other = run('b').catch((error: unknown) => error)
  queue.giveUp(new AppError('READS_UNAVAILABLE', 'over'))
  for (const error of await Promise.all([...waiting, other])) expect(error).toMatchObject({ message: 'over' })
})

test('a query that waited for its turn in vain is told so, and not to ask for less', async () => {
  const { queue } = open()
  const run = (caller: string, timeoutMs: number) =>
    queue.runUntrusted('select 1', { ...limits, caller, timeoutMs }).catch((error: unknown) => error)
  for (const caller of ['a', 'a', 'b', 'b']) void run(caller, 10_000)
  const [own, others] = [run('a', 1_000), run('c', 1_000)]
  await vi.advanceTimersByTimeAsync(1_001)
  expect(await own).toMatchObject({
    code: 'RATE_LIMITED',
    retryAfterSeconds: 1,
    message: expect.stringMatching(
      /waited 1000 ms for its turn and did not run: 2 queries of this key/,
    ) as string,
  })
  expect(await others).toMatchObject({
    code: 'READS_UNAVAILABLE',
    retryAfterSeconds: 1,
    message: expect.stringMatching(/waited 1000 ms for its turn and did not run/) as string,
  })
})

test('what no process took before its deadline is a 503, queries and reads alike', async () => {
  const { queue } = open()
  await queue.drain()
  const asked = [
    queue.read('parse', ['select 1'], 1_000),
    queue.runUntrusted('select 1', { ...limits, timeoutMs: 1_000 }),
  ]
  const answers = Promise.all(asked.map((each) => each.catch((error: unknown) => error)))
  await vi.advanceTimersByTimeAsync(1_001)
  for (const answer of await answers)
    expect(answer).toMatchObject({ code: 'READS_UNAVAILABLE', retryAfterSeconds: 1 })
})

describe('what waited for almost as long as it may', () => {
  /** A query and a read that a process gets after 900 of the 1,000 ms that they may take. */
  async function sendLate() {
    const opened = open()
    const { queue } = opened
    await queue.drain()
    const read = queue.read('parse', ['select 1'], 1_000)
    const query = queue.runUntrusted('select 1', { ...limits, timeoutMs: 1_000 })
    await vi.advanceTimersByTimeAsync(900)
    queue.resume()
    return { ...opened, read, query }
  }

  const answer = (queue: RequestQueue, [read, query]: [number, number]) => {
    queue.receive({ kind: 'answer', id: read, value: 'parsed' })
    queue.receive({ kind: 'answer', id: query, value: { json: '[]', truncated: false } })
  }

  test('may run for as long again, and is answered', async () => {
    const { queue, idOf, read, query } = await sendLate()
    await vi.advanceTimersByTimeAsync(900)
    answer(queue, [idOf(0), idOf(1)])
    expect(await read).toBe('parsed')
    expect(await query).toEqual({ rows: [], truncated: false })
  })

  test('starts over in another process', async () => {
    const { queue, idOf, read, query } = await sendLate()
    await vi.advanceTimersByTimeAsync(900)
    queue.interrupted()
    await vi.advanceTimersByTimeAsync(900)
    queue.resume()
    await vi.advanceTimersByTimeAsync(900)
    answer(queue, [idOf(2), idOf(3)])
    expect(await read).toBe('parsed')
    expect(await query).toEqual({ rows: [], truncated: false })
  })

  test('is told that it takes too long only once it ran for as long as it may', async () => {
    const { sent, read, query, work } = await sendLate()
    work(500)
    const told = Promise.all([read, query].map((each) => each.catch((error: unknown) => error)))
    await vi.advanceTimersByTimeAsync(999)
    expect(sent).toHaveLength(2)
    await vi.advanceTimersByTimeAsync(1_500)
    for (const error of await told) expect(error).toMatchObject({ code: 'EXECUTION_ERROR' })
  })
})

test('a query that stops when it is asked to leaves its process to the others, however late it does', async () => {
  const { queue, sent, idOf, work } = open()
  const endless = queue.runUntrusted('endless', { ...limits, timeoutMs: 1_000 })
  const stopped = expect(endless).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  work(500)
  await vi.advanceTimersByTimeAsync(1_600)
  expect(sent.at(-1)).toMatchObject({ kind: 'interrupt', id: idOf(0) })
  queue.receive({ kind: 'failed', id: idOf(0), code: 'EXECUTION_ERROR', message: 'Interrupted!' })
  await stopped
  await vi.advanceTimersByTimeAsync(1_000)
  expect(queue.open).toBe(true)
  expect(queue.kills).toBe(0)
})

test('what ran for as long as it may, though its process hardly had the processor, is told to come again', async () => {
  const { queue, work } = open()
  const asked = [
    queue.read('parse', ['select 1'], 1_000),
    queue.runUntrusted('select 1', { ...limits, timeoutMs: 1_000 }),
  ]
  const told = Promise.all(asked.map((each) => each.catch((error: unknown) => error)))
  work(20)
  await vi.advanceTimersByTimeAsync(2_500)
  for (const error of await told)
    expect(error).toMatchObject({
      code: 'READS_UNAVAILABLE',
      retryAfterSeconds: 5,
      message: expect.stringContaining('so busy') as string,
    })
})

test('an answer that comes in while the server’s own event loop stands still is in time', async () => {
  vi.useRealTimers()
  const { queue, idOf } = open()
  const query = queue.runUntrusted('select 1', { ...limits, timeoutMs: 20 })
  // Of a pipe that can be read already, as that of a process whose answer nobody had the time to take.
  const { port1, port2 } = new MessageChannel()
  port1.on('message', () => {
    queue.receive({ kind: 'answer', id: idOf(0), value: { json: '[]', truncated: false } })
    port1.close()
  })
  port2.postMessage('answered')
  const begun = performance.now()
  while (performance.now() - begun < 60);
  expect(await query).toEqual({ rows: [], truncated: false })
})

test('what waits for a database that can’t be opened is told so soon', async () => {
  const { queue } = open()
  await queue.drain()
  const asked = [queue.read('listMemberEmails', []), queue.runUntrusted('select 1', limits)]
  const answers = Promise.all(asked.map((each) => each.catch((error: unknown) => error)))
  await vi.advanceTimersByTimeAsync(1_000)
  queue.shortenWaits()
  await vi.advanceTimersByTimeAsync(2_001)
  for (const answer of await answers) expect(answer).toMatchObject({ code: 'READS_UNAVAILABLE' })
  expect(queue.size).toBe(0)
})

test('a query that began a moment before its process grew too large is asked once more', async () => {
  const { queue, sent, grow } = open()
  const heavy = queue.runUntrusted('heavy', { ...limits, caller: 'a' })
  const refused = expect(heavy).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  await vi.advanceTimersByTimeAsync(300)
  const small = queue.runUntrusted('small', { ...limits, caller: 'b' })
  grow()
  await vi.advanceTimersByTimeAsync(50)
  await refused
  restart(queue)
  const { id, sql } = sent.at(-1) as Extract<Request, { kind: 'query' }>
  expect(sql).toBe('small')
  queue.receive({ kind: 'answer', id, value: { json: '[{"one":1}]', truncated: false } })
  expect(await small).toEqual({ rows: [{ one: 1 }], truncated: false })
})

test('a query that began long after another one when its process grew too large is asked once more', async () => {
  const { queue, sent, grow } = open()
  const heavy = queue.runUntrusted('heavy', { ...limits, timeoutMs: 10_000, caller: 'a' })
  const refused = expect(heavy).rejects.toMatchObject({ code: 'READS_UNAVAILABLE' })
  await vi.advanceTimersByTimeAsync(3_000)
  const small = queue.runUntrusted('small', { ...limits, caller: 'b' })
  await vi.advanceTimersByTimeAsync(300)
  grow()
  await vi.advanceTimersByTimeAsync(50)
  await refused
  restart(queue)
  const { id, sql } = sent.at(-1) as Extract<Request, { kind: 'query' }>
  expect(sql).toBe('small')
  queue.receive({ kind: 'answer', id, value: { json: '[]', truncated: false } })
  expect(await small).toEqual({ rows: [], truncated: false })
})

test('of several keys whose queries ran when the process grew too large none is told that it was its own', async () => {
  const { queue, grow } = open()
  const asked = ['a', 'b'].map((caller) =>
    queue.runUntrusted('select 1', { ...limits, caller }).catch((error: unknown) => error),
  )
  await vi.advanceTimersByTimeAsync(300)
  grow()
  await vi.advanceTimersByTimeAsync(50)
  for (const error of await Promise.all(asked))
    expect(error).toMatchObject({ code: 'READS_UNAVAILABLE', retryAfterSeconds: 1 })
})

test('a query whose process is ended for what another one did is asked again, and at last told to come again', async () => {
  const { queue, sent, work } = open()
  const innocent = queue.runUntrusted('innocent', { ...limits, timeoutMs: 10_000, caller: 'a' })
  const refused = expect(innocent).rejects.toMatchObject({ code: 'READS_UNAVAILABLE' })
  for (let time = 1; time <= 4; time++) {
    const endless = queue.runUntrusted('endless', { ...limits, timeoutMs: 1_000, caller: 'b' })
    const stopped = expect(endless).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
    work(500)
    await vi.advanceTimersByTimeAsync(2_100)
    await stopped
    restart(queue)
  }
  await refused
  const times = sent.filter((request) => request.kind === 'query' && request.sql === 'innocent')
  expect(times).toHaveLength(4)
})

test('a small query outlives several processes that heavy ones beside it end', async () => {
  const { queue, sent } = open()
  const small = queue.runUntrusted('small', { ...limits, caller: 'b' })
  for (let time = 1; time <= 3; time++) {
    await vi.advanceTimersByTimeAsync(20)
    restart(queue)
    expect(sent).toHaveLength(1 + time)
  }
  const { id } = sent.at(-1) as Extract<Request, { kind: 'query' }>
  queue.receive({ kind: 'answer', id, value: { json: '[]', truncated: false } })
  expect(await small).toEqual({ rows: [], truncated: false })
})

test('a query that ends every process it is given fails', async () => {
  const { queue, sent } = open()
  const deadly = queue.runUntrusted('deadly', { ...limits, caller: 'a' })
  const refused = expect(deadly).rejects.toMatchObject({ code: 'EXECUTION_ERROR' })
  for (let time = 1; time <= 10; time++) {
    restart(queue)
  }
  await refused
  expect(sent).toHaveLength(4)
})

test('a read of our own that ends every process it is given is asked once more, and then told', async () => {
  const { queue, sent } = open()
  const deadly = queue.read('listMemberEmails', [])
  const refused = expect(deadly).rejects.toMatchObject({
    code: 'READS_UNAVAILABLE',
    message: expect.stringContaining('Ask for less'),
  })
  for (let time = 1; time <= 5; time++) {
    await vi.advanceTimersByTimeAsync(2_000)
    restart(queue)
  }
  await refused
  expect(sent).toHaveLength(2)
})

test('a read that just began outlives several processes that another one beside it ends', async () => {
  const { queue, sent } = open()
  const read = queue.read('listMemberEmails', [])
  for (let time = 1; time <= 3; time++) {
    await vi.advanceTimersByTimeAsync(20)
    restart(queue)
    expect(sent).toHaveLength(1 + time)
  }
  const { id } = sent.at(-1) as Extract<Request, { kind: 'read' }>
  queue.receive({ kind: 'answer', id, value: [] })
  expect(await read).toEqual([])
})
