import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { readForwarded, writeForwarded } from '../../src/http/forward/forwarded-header.ts'

const call = fc.record({
  method: fc.constantFrom('GET', 'POST', 'PATCH'),
  target: fc.webPath().map((path) => `/api${path}`),
  requestId: fc.uuid(),
})
const forwarded = fc.record({ organizationId: fc.uuid(), sender: fc.option(fc.ipV6()) })
const secret = fc.string({ minLength: 20 })

describe('the header of a request that is passed on', () => {
  it('is read by the node that it was written for', () => {
    fc.assert(
      fc.property(forwarded, call, secret, (given, of, key) => {
        expect(readForwarded(writeForwarded(given, of, key), of, key)).toEqual(given)
      }),
    )
  })

  it('is nothing to another node, of another request, or changed', () => {
    fc.assert(
      fc.property(forwarded, call, call, secret, secret, fc.nat(), (given, of, other, key, others, at) => {
        const header = writeForwarded(given, of, key)
        fc.pre(key !== others && JSON.stringify(of) !== JSON.stringify(other))
        expect(readForwarded(header, of, others)).toBeNull()
        expect(readForwarded(header, other, key)).toBeNull()
        const place = at % header.length
        const changed = header.slice(0, place) + (header[place] === 'A' ? 'B' : 'A') + header.slice(place + 1)
        expect(readForwarded(changed, of, key)).toBeNull()
      }),
    )
  })

  it('is nothing where anything stands', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.base64String().map((text) => `${text}.${text}`),
        ),
        call,
        secret,
        (text, of, key) => {
          expect(readForwarded(text, of, key)).toBeNull()
        },
      ),
    )
  })
})
