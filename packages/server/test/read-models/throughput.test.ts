import { expect, it } from 'vitest'
import { createThroughput } from '../../src/projector/process/throughput.ts'

it('tells what is surely not applied in time, once it knows how fast the log is applied', () => {
  const throughput = createThroughput()
  expect(throughput.isBeyond(1e12, 1)).toBe(false)
  throughput.applied(1_000, 100)
  // Ten a millisecond: 20,000 in two seconds, and half of that for doubt.
  expect(throughput.isBeyond(30_000, 2_000)).toBe(false)
  expect(throughput.isBeyond(30_001, 2_000)).toBe(true)
  // It follows what changes.
  for (let batch = 0; batch < 20; batch++) throughput.applied(10_000, 100)
  expect(throughput.isBeyond(200_000, 2_000)).toBe(false)
})
