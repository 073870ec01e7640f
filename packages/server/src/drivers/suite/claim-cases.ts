import assert from 'node:assert/strict'
import { setTimeout } from 'node:timers/promises'
import { claimBounds } from '../../kernel/store/ports.ts'
import { awkwardText, type Check, newOrganization, type StoreUnderTest } from './suite-case.ts'

const long = { ttlMs: 60_000 }

/** Claims: a key is one caller's until it expires. */
export const claimCases: Check<StoreUnderTest>[] = [
  {
    name: 'gives a key to one of many callers, and tells the others what stands under it',
    async check({ store }) {
      const { claims } = newOrganization(store)
      assert.equal(await claims.find('key'), null)
      const values = Array.from({ length: 20 }, (_, index) => `${index}`)
      const answers = await Promise.all(values.map((value) => claims.claim('key', value, long)))
      const winner = values.filter((_, index) => answers[index] === null)
      assert.equal(winner.length, 1)
      for (const answer of answers) assert.ok(answer === null || answer === winner[0])
      assert.equal(await claims.find('key'), winner[0])
      assert.equal(await claims.claim('other', 'other', long), null)
    },
  },
  {
    name: 'lets a claim go when its time is over, and when its holder does',
    async check({ store }) {
      const { claims } = newOrganization(store)
      await claims.claim('short', 'a', { ttlMs: 50 })
      await claims.settle('settled', 'a', { ttlMs: 50 })
      await claims.claim('held', 'a', long)
      await claims.release('held')
      await claims.settle('answer', 'a', long)
      await claims.release('answer')
      await claims.release('never')
      await setTimeout(100)
      for (const key of ['short', 'settled', 'held', 'answer']) {
        assert.equal(await claims.find(key), null)
        assert.equal(await claims.claim(key, 'b', long), null)
      }
    },
  },
  {
    name: 'has under a key what it was settled with last, for as long as was said last',
    async check({ store }) {
      const { claims } = newOrganization(store)
      await claims.claim('key', 'running', { ttlMs: 50 })
      await claims.settle('key', awkwardText, long)
      await setTimeout(100)
      assert.equal(await claims.find('key'), awkwardText)
      assert.equal(await claims.claim('key', 'b', long), awkwardText)
      await claims.settle('key', 'second', long)
      assert.equal(await claims.find('key'), 'second')
    },
  },
  {
    name: 'lists what is settled and has not expired, with the time that is left',
    async check({ store }) {
      const { claims } = newOrganization(store)
      assert.deepEqual(await claims.list(), [])
      await claims.claim('running', 'a', long)
      await claims.settle('short', 'a', { ttlMs: 50 })
      await claims.settle('gone', 'a', long)
      await claims.release('gone')
      await claims.claim('kept', 'running', long)
      await claims.settle('kept', awkwardText, long)
      await setTimeout(100)
      const listed = await claims.list()
      assert.deepEqual(
        listed.map(({ key, value }) => [key, value]),
        [['kept', awkwardText]],
      )
      const left = listed[0]?.ttlMs ?? 0
      assert.ok(left > 0 && left <= long.ttlMs, `of ${long.ttlMs} ms ${left} are left`)
    },
  },
  {
    name: 'puts other values in the place of those that a rewrite of the claims changes',
    async check({ store }) {
      const { claims } = newOrganization(store)
      await claims.claim('running', 'of jane', long)
      await claims.settle('jane', 'of jane', long)
      await claims.settle('joe', 'of joe', long)
      await claims.rewrite((value) => value.replace('jane', '…'))
      assert.equal(await claims.find('running'), 'of …')
      assert.equal(await claims.find('jane'), 'of …')
      assert.equal(await claims.find('joe'), 'of joe')
    },
  },
  {
    name: 'takes the largest value, and lets the oldest settled claims go beyond the bounds of all',
    async check({ store }) {
      const { claims } = newOrganization(store)
      const largest = 'ü'.repeat(claimBounds.maxValueBytes / 2)
      const count = claimBounds.maxBytes / claimBounds.maxValueBytes + 100
      for (let index = 0; index < count; index++) await claims.settle(`${index}`, largest, long)
      assert.ok((await claims.find('0')) === null, 'the oldest is gone')
      assert.ok((await claims.find(`${count - 1}`)) === largest, 'the newest is kept')
    },
  },
]
