import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Growth of heap and buffers between two full collections; a quarter of the heap if that is more. */
const maxGrowthBytes = 16 * 1024 * 1024
/** Least interval between two checks, in milliseconds: one takes some microseconds. */
const checkMs = 10

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

let checkedAt = 0
let leastBytes = Infinity

/**
 * Call it before a connection or a large body takes memory. The engine collects large texts, and objects that became old
 * while others waited, only once its heap has doubled: under attack that is far more than the limits of connections and
 * bodies allow. So we collect earlier.
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
