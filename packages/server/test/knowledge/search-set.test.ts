import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ndcg } from '../../../../bench/support/ndcg.ts'
import { openProjected, type Projected } from '../support/projected.ts'
import { createSource, findProjected } from '../support/search-projected.ts'

interface LabelledQuery {
  query: string
  kind: string
  relevant: Record<string, number>
}

const read = <Item>(name: string) =>
  JSON.parse(
    readFileSync(new URL(`../../../../bench/search-set/${name}.json`, import.meta.url), 'utf8'),
  ) as Item[]
const queries = read<LabelledQuery>('queries')

let projected: Projected
beforeAll(async () => {
  projected = await openProjected()
  const sources = read<{ id: string; title: string; text: string }>('documents').map(({ id, title, text }) =>
    createSource(id, text, { title }),
  )
  await projected.apply([{ kind: 'records', receivedAt: 0, records: sources }])
})
afterAll(() => projected.close())

/** Words alone don't answer what is said in other words. */
const kinds = new Set(queries.map(({ kind }) => kind).filter((kind) => kind !== 'paraphrase'))

test.each([...kinds])('queries of the kind %s reach nDCG@10 of 0.92 on the labelled set', async (kind) => {
  const gains: number[] = []
  for (const { query, relevant } of queries.filter((labelled) => labelled.kind === kind))
    gains.push(ndcg(await findProjected(projected, query, { topK: 10 }), relevant))
  expect(gains.reduce((sum, gain) => sum + gain, 0) / gains.length).toBeGreaterThanOrEqual(0.92)
})
