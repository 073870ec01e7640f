import { describe, expect, it } from 'vitest'
import { requireEngine } from '../../src/program/require-engine.ts'

describe('the start on a machine', () => {
  it('goes on where the native part of DuckDB is installed', () => {
    expect(() => requireEngine()).not.toThrow()
  })

  it('ends where it is not, and names the platform and the remedy', () => {
    expect(() => requireEngine({ platform: 'sunos', arch: 'sparc' })).toThrow(
      /^No DuckDB for sunos-sparc is installed, .* \(@duckdb\/node-bindings-sunos-sparc\)/,
    )
  })

  it('takes the part for musl where only that is installed', () => {
    const resolveFrom = (_from: string, name: string) => {
      if (name.includes('linux-arm64/')) throw new Error('not installed')
      return `/modules/${name}`
    }
    expect(() => requireEngine({ platform: 'linux', arch: 'arm64', resolveFrom })).not.toThrow()
  })
})
