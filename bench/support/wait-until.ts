/** Asks again every `everyMs` until the answer is neither null nor false. Throws, naming `what`, after `timeoutMs`. */
export async function waitUntil<T>(
  what: string,
  ask: () => Promise<T | null | false> | T | null | false,
  { timeoutMs = 30_000, everyMs = 20 }: { timeoutMs?: number; everyMs?: number } = {},
): Promise<T> {
  const deadline = performance.now() + timeoutMs
  for (;;) {
    const answer = await ask()
    if (answer !== null && answer !== false) return answer
    if (performance.now() > deadline) throw new Error(`Waited ${timeoutMs} ms in vain for: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, everyMs))
  }
}
