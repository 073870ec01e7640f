/**
 * How long tests wait for what has to come, in milliseconds: a busy machine with two slow cores takes many times as long
 * as a quiet one. It is the same for `expect.poll`, `vi.waitFor` and `vi.waitUntil`, so that no test has to guess.
 */
export const patienceMs = 120_000
