import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Answers, answerBounds } from '../../src/workspaces/answers.ts'
import { openAnswersFile } from '../../src/store/file/answers-file.ts'

let directory: string
let path: string
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'customer-intel-answers-'))
  path = join(directory, 'answers.ndjson')
})
afterEach(() => rm(directory, { recursive: true, force: true }))

const openFile = (bounds: Partial<typeof answerBounds> = {}): Answers =>
  openAnswersFile({ path, sync: true, bounds: { ...answerBounds, ...bounds } })
const answer = (id: string, at = 0, body = '{}') => ({ id, fingerprint: 'f', at, status: 200, body })
const idsIn = async (): Promise<unknown[]> =>
  (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { id: string }).id)

describe('the file of answers', () => {
  it('forgets bodies that hold something, and knows yet that they were given', async () => {
    const answers = openFile()
    for (const id of ['a', 'b', 'c']) await answers.keep(answer(id, 0, `{"of":"${id}"}`))
    await answers.keep(answer('a', 0, '{"of":"a","again":true}'))
    await answers.forgetBodies((body) => /"[ab]"/.test(body))
    await answers.keep(answer('d'))
    for (const opened of [answers, openFile()]) {
      expect(await opened.find('a', 1)).toEqual({ ...answer('a'), body: null })
      expect(await opened.find('b', 1)).toEqual({ ...answer('b'), body: null })
      expect(await opened.find('c', 1)).toEqual(answer('c', 0, '{"of":"c"}'))
      expect(await opened.find('d', 1)).toEqual(answer('d'))
      await opened.close()
    }
    expect(await readFile(path, 'utf8')).not.toMatch(/"of\\":\\"[ab]/)
  })

  it('forgets the oldest beyond its number', async () => {
    const answers = openFile({ maxAnswers: 2 })
    for (const id of ['a', 'b', 'c']) await answers.keep(answer(id))
    expect(await answers.find('a', 0)).toBeNull()
    expect(await answers.find('c', 0)).toEqual(answer('c'))
    await answers.close()
    const again = openFile({ maxAnswers: 2 })
    expect(await again.find('b', 0)).toEqual(answer('b'))
    expect(await idsIn()).toEqual(['b', 'c'])
    await again.close()
  })

  it('stays small on disk while it runs', async () => {
    const answers = openFile({ maxAnswers: 5 })
    const body = JSON.stringify('x'.repeat(100_000))
    for (let id = 0; id < 60; id += 1) {
      await answers.keep(answer(`${id}`, 0, body))
      expect((await stat(path)).size).toBeLessThan(3_000_000)
    }
    for (const id of ['55', '59']) expect(await answers.find(id, 0)).toEqual(answer(id, 0, body))
    expect(await answers.find('54', 0)).toBeNull()
    await answers.close()
  })

  it('passes over lines that are damaged, and loses no other', async () => {
    const whole = (id: string): string => JSON.stringify(answer(id))
    await writeFile(
      path,
      `${whole('a')}\n{"id":"b"}\n\u0000garbage\n${whole('c')}\n${whole('d').slice(0, 20)}`,
    )
    const answers = openFile()
    expect(await answers.find('a', 0)).toEqual(answer('a'))
    expect(await answers.find('c', 0)).toEqual(answer('c'))
    await answers.keep(answer('e'))
    await answers.close()
    expect(await idsIn()).toEqual(['a', 'c', 'e'])
  })

  it('does not deny an answer that it can no longer read', async () => {
    const answers = openFile()
    await answers.keep(answer('a'))
    await truncate(path, 10)
    await expect(answers.find('a', 0)).rejects.toThrow('damaged')
    await answers.close()
  })

  it('takes no answer once it is closed', async () => {
    const answers = openFile()
    await answers.keep(answer('a'))
    await answers.close()
    await expect(answers.keep(answer('b'))).rejects.toThrow('closed')
  })
})
