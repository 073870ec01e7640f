import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import type { Lease, Leases } from '../../kernel/store/ports.ts'
import { type Check, eventually, failing, newOrganization, type StoreUnderTest } from './suite-case.ts'
import { readWhole, payloadText } from './read-log.ts'

const long = { ttlMs: 60_000 }

/** Once its holder's time is over. */
async function acquireOnceFree(leases: Leases): Promise<Lease> {
  let lease = null as Lease | null
  await eventually('a lease that nobody renews is free', async () => {
    lease = await leases.acquire('work', long)
    return lease !== null
  })
  return lease!
}

/** Leases: one holder at a time, and a fence that the log checks. */
export const leaseCases: Check<StoreUnderTest>[] = [
  {
    name: 'gives a lease to one of many who ask, and to another once it was let go',
    async check({ store }) {
      const { leases } = newOrganization(store)
      const asked = await Promise.all(Array.from({ length: 10 }, () => leases.acquire('work', long)))
      const [lease, ...others] = asked.filter((one) => one !== null)
      assert.deepEqual(others, [])
      assert.equal(lease!.name, 'work')
      assert.notEqual(await leases.acquire('other', long), null)
      await lease!.release()
      const next = await leases.acquire('work', long)
      assert.ok(next !== null && next.fence > lease!.fence, 'the fence grows')
      assert.equal(await lease!.renew(), false)
      assert.equal(await next.renew(), true)
    },
  },
  {
    name: 'gives a lease to another once its holder has not renewed it in time',
    async check({ store }) {
      const { leases } = newOrganization(store)
      // Long enough for a machine that stands still for a second.
      const former = (await leases.acquire('work', { ttlMs: 3_000 }))!
      await setTimeout(1_500)
      assert.equal(await former.renew(), true)
      await setTimeout(1_700)
      assert.equal(await leases.acquire('work', long), null)
      const next = await acquireOnceFree(leases)
      assert.ok(next.fence > former.fence)
      assert.equal(await former.renew(), false)
      await former.release()
      assert.equal(await leases.acquire('work', long), null)
    },
  },
  {
    name: 'appends under the lease that holds, and nothing under a former one',
    async check({ store }) {
      const { leases, log } = newOrganization(store)
      const former = (await leases.acquire('work', { ttlMs: 2_000 }))!
      await log.append(Buffer.from('first'), { lease: former })
      const lease = await acquireOnceFree(leases)
      await assert.rejects(log.append(Buffer.from('late'), { lease: former }), failing('LEASE_LOST'))
      await log.append(Buffer.from('second'), { lease })
      await lease.release()
      await assert.rejects(log.append(Buffer.from('released'), { lease }), failing('LEASE_LOST'))
      await log.append(Buffer.from('anybody'))
      assert.deepEqual((await readWhole(log)).map(payloadText), ['first', 'second', 'anybody'])
    },
  },
]
