import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** The heap, and buffers beside it, may grow by so much between two full collections, or by a quarter where that is more. */
const maxGrowthBytes = 16 * 1024 * 1024
/** It isn't looked at more often, in milliseconds: a look takes some microseconds. */
const checkMs = 10

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let checkedAt = 0
let leastBytes = Infinity

/**
 * To be called before a connection or a large body takes memory: ordinary traffic brings few. What they leave behind, large texts and what became
 * old while many others waited, the engine collects only once its heap has doubled: under an attack that is far more than
 * what the limits of connections and bodies hold.
 */
export function boundHeap(): void {
  const now = performance.now()
  if (now - checkedAt < checkMs) return
  checkedAt = now
  const bytes = usedBytes()
  leastBytes = Math.min(leastBytes, bytes)
  if (bytes - leastBytes <= Math.max(maxGrowthBytes, leastBytes / 4)) return
  collectGarbage()
  leastBytes = usedBytes()
}

function usedBytes(): number {
  const { used_heap_size: heap, external_memory: external } = getHeapStatistics()
  return heap + external
}
