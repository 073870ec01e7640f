import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Request } from '../../src/read-models/protocol.ts'
import { createRequestQueue } from '../../src/read-models/request-queue.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** A queue before a process that does nothing by itself; `sent` is what it was sent. */
function open() {
  const sent: Request[] = []
  const queue = createRequestQueue({
    pid: undefined,
    unavailable: null,
    send: (request) => void sent.push(request),
    kill: () => undefined,
    onAsked: () => undefined,
  })
  queue.resume()
  const idOf = (index: number) => (sent[index] as Request & { id: number }).id
  return { queue, sent, idOf }
}

const limits = { timeoutMs: 10_000, maxRows: 10, maxBytes: 1_000 }

test('a read of our own is asked again while a query of a user holds the memory that it needs', async () => {
  const { queue, sent, idOf } = open()
  const query = queue.runUntrusted('select 1', limits)
  const read = queue.read('listMemberEmails', [])
  for (let round = 1; round <= 3; round++) {
    queue.receive({
      kind: 'failed',
      id: idOf(1),
      code: 'EXECUTION_ERROR',
      message: 'Out of Memory Error: no',
    })
    await vi.advanceTimersByTimeAsync(1_000)
    expect(sent).toHaveLength(2 + round)
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
