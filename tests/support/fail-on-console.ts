import { afterAll, afterEach, expect } from 'vitest'

/**
 * A test that makes the product print must expect it (`vi.spyOn(console, 'warn')`): anything else printed to the
 * console fails the test, so that a warning is never read past.
 */
const methods = ['debug', 'error', 'info', 'log', 'warn'] as const
const printed: string[] = []

for (const method of methods) {
  console[method] = (...values: unknown[]) => {
    printed.push(`console.${method}: ${values.map(String).join(' ')}`)
  }
}

function expectSilence() {
  expect(printed.splice(0), 'printed without being expected').toEqual([])
}

afterEach(expectSilence)
afterAll(expectSilence)
