import { expect, it } from 'vitest'
import { createBacklog } from '../../src/integrations/backlog.ts'

const never = new AbortController().signal

it('a sync goes on at once while little is unread, and waits for the read models where much is', async () => {
  const readModels = { projected: 0 }
  const backlog = createBacklog(readModels, never)
  await backlog.appended(10, 2_000)
  await backlog.appended(20, 2_000)
  let isOver = false
  const waiting = backlog.appended(30, 500).then(() => (isOver = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isOver).toBe(false)
  // The first of them can be read, and nothing after it.
  readModels.projected = 10
  await waiting
  expect(isOver).toBe(true)
})

it('it doesn’t wait for read models that don’t go on, nor once the server stops', async () => {
  const stopping = new AbortController()
  const backlog = createBacklog({ projected: 0 }, stopping.signal)
  const waiting = backlog.appended(10, 5_000)
  stopping.abort()
  await expect(waiting).resolves.toBeUndefined()
  await expect(createBacklog({ projected: 0 }, never).appended(10, 5_000)).resolves.toBeUndefined()
})
