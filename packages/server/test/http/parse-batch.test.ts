import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseBatch } from '../../src/http/parse-batch.ts'

const parse = (text: string): Promise<unknown> => parseBatch(Buffer.from(text), () => null)

describe('a batch that is parsed object by object', () => {
  it('is what it would be, parsed in one go', async () => {
    const text = fc.string({ unit: 'grapheme' })
    const value = fc.oneof(fc.jsonValue(), fc.dictionary(text, fc.array(fc.jsonValue())))
    await fc.assert(
      fc.asyncProperty(value, fc.nat(3), async (json, space) => {
        const written = JSON.stringify(json, null, space)
        expect(await parse(written)).toEqual(JSON.parse(written))
      }),
      { numRuns: 1_000 },
    )
  })

  it('takes the last of two lists with one name, and holds a list’s own placeholders for what they are', async () => {
    expect(await parse('{"records":[{"a":1}],"records":[{"item":7},5,"{",[{"b":2}]]}')).toEqual({
      records: [{ item: 7 }, 5, '{', [{ b: 2 }]],
    })
  })

  it('is refused wherever it breaks', async () => {
    const whole = '{"records":[{"a":"x\\"}","b":[1,{}]},{"c":null}],"d":[]}'
    for (let end = 0; end < whole.length; end += 1) {
      await expect(parse(whole.slice(0, end))).rejects.toMatchObject({ code: 'INVALID_JSON' })
    }
    for (const broken of [
      '{"records":[{"a":1]]}',
      '{"records":[{a:1}]}',
      '{"records":[{}}}',
      '{"r":[{}{}]}',
    ]) {
      await expect(parse(broken)).rejects.toMatchObject({ code: 'INVALID_JSON' })
    }
  })

  it('asks before each object whether to wait', async () => {
    let asked = 0
    const pause = (): Promise<void> => {
      asked += 1
      return Promise.resolve()
    }
    await parseBatch(Buffer.from('{"records":[{},{},{"a":{}}]}'), pause)
    expect(asked).toBe(3)
  })

  it('takes several turns for one large object: to find, to look over, to decode, to parse', async () => {
    let asked = 0
    const text = 'x'.repeat(2 * 1024 * 1024)
    const value = await parseBatch(Buffer.from(JSON.stringify({ records: [{ text }] })), () => {
      asked += 1
      return null
    })
    expect(value).toEqual({ records: [{ text }] })
    // Four chunks to find it, then three.
    expect(asked).toBeGreaterThanOrEqual(6)
  })

  it.each([
    ['many values in one object', `{"a":[${'0,'.repeat(200_000)}0]}`, 'values, 100000 at most'],
    ['brackets', `{"a":[${'[],'.repeat(100_000)}0]}`, 'values, 100000 at most'],
    [
      'fields of one object',
      `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join()}}`,
      'more than 10000 fields',
    ],
    ['many objects', Array(6_000).fill('{}').join(), 'more than 5000 objects'],
    ['what is no object', `"${'x'.repeat(300_000)}"`, 'stand in no complete object'],
  ])('refuses what would take long all the same: %s', async (_, items, says) => {
    await expect(parse(`{"records":[${items}]}`)).rejects.toMatchObject({
      code: 'INVALID_JSON',
      message: expect.stringContaining(says) as string,
    })
  })

  it('says where the body breaks, not where its object does', async () => {
    const text = '{"records":[{"ä":1},{b:1}]}'
    await expect(parse(text)).rejects.toMatchObject({
      message: expect.stringContaining(`at position ${text.indexOf('b:')}`) as string,
    })
    // What is around the objects stands elsewhere once they are taken out.
    await expect(parse('{"records":[{"aaaaaaaaaaaaaaaaaaaaaaa":1}],"b":}')).rejects.toMatchObject({
      message: expect.not.stringContaining('position') as string,
    })
  })

  it.each([
    ['many values in one object', [{ a: Array(100_001).fill(0) }, { b: 1 }]],
    [
      'many fields of one object',
      [Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`k${index}`, 1]))],
    ],
    ['many objects', Array.from({ length: 5_001 }, (_, item) => ({ item }))],
    ['a long text', ['x'.repeat(300_000)]],
  ])('takes, where it is lenient, what it would in one go: %s', async (_, items) => {
    for (const value of [{ records: items }, { beside: items, records: [{ a: 1 }] }]) {
      const body = Buffer.from(JSON.stringify(value))
      expect(await parseBatch(body, () => null, { isLenient: true })).toEqual(value)
    }
  })
})
