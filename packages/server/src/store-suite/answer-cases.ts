import assert from 'node:assert/strict'
import { answerBounds } from '../workspaces/answers.ts'
import { answer, awkwardText } from './entries.ts'
import { type Check, make, type OpenedStore } from './suite-case.ts'

/** Answers to requests that may come again. */
export const answerCases: Check<OpenedStore>[] = [
  {
    name: 'gives back the answer that was kept under an id, and the last one of several',
    async check({ store }) {
      const { answers } = (await make(store)).workspace
      const first = answer('a', { status: 201, body: JSON.stringify({ text: awkwardText }) })
      await Promise.all([answers.keep(first), answers.keep(answer('b'))])
      assert.deepEqual(await answers.find('a', 1), first)
      assert.deepEqual(await answers.find('b', 1), answer('b'))
      assert.equal(await answers.find('c', 1), null)
      const second = answer('a', { fingerprint: '0'.repeat(64), at: 2, status: 404, body: null })
      await answers.keep(second)
      assert.deepEqual(await answers.find('a', 3), second)
    },
  },
  {
    name: 'forgets an answer when its time is over',
    async check({ store }) {
      const { answers } = (await make(store)).workspace
      const at = Date.UTC(2026, 5, 1)
      await answers.keep(answer('a', { at }))
      assert.deepEqual(await answers.find('a', at + answerBounds.maxAgeMs - 1), answer('a', { at }))
      assert.equal(await answers.find('a', at + answerBounds.maxAgeMs), null)
    },
  },
  {
    name: 'keeps of an answer whose body is too large in UTF-8 that it was given',
    async check({ store }) {
      const { answers } = (await make(store)).workspace
      const fits = answer('fits', { body: 'ü'.repeat(answerBounds.maxBodyBytes / 2) })
      const large = answer('large', { body: `${fits.body}x` })
      await answers.keep(fits)
      await answers.keep(large)
      assert.deepEqual(await answers.find('fits', 1), fits)
      assert.deepEqual(await answers.find('large', 1), { ...large, body: null })
    },
  },
  {
    name: 'forgets the oldest answers beyond the size of all of them together',
    async check({ store }) {
      const { answers } = (await make(store)).workspace
      const body = 'x'.repeat(answerBounds.maxBodyBytes)
      const count = answerBounds.maxBytes / answerBounds.maxBodyBytes + 1
      for (let index = 0; index < count; index++) await answers.keep(answer(`${index}`, { at: index, body }))
      assert.equal(await answers.find('0', count), null)
      const last = `${count - 1}`
      assert.deepEqual(await answers.find(last, count), answer(last, { at: count - 1, body }))
    },
  },
  {
    name: 'forgets the bodies that hold something, and knows yet that these answers were given',
    async check({ store }) {
      const { answers } = (await make(store)).workspace
      const at = Date.now()
      const of = (id: string) => answer(id, { at, body: JSON.stringify({ id }) })
      for (const id of ['a', 'b', 'c']) await answers.keep(of(id))
      await answers.forgetBodies((body) => /"[ab]"/.test(body))
      await answers.keep(of('d'))
      for (const id of ['a', 'b']) assert.deepEqual(await answers.find(id, at), { ...of(id), body: null })
      for (const id of ['c', 'd']) assert.deepEqual(await answers.find(id, at), of(id))
    },
  },
]
