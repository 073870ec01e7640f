import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { toJsonText } from '../../src/kernel/log/json-text.ts'
import { Engine } from '../../src/projector/process/engine.ts'
import { tables } from '../../src/projector/schema.ts'

let folder: string
let path: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'definitions-'))
  path = join(folder, 'read-models.duckdb')
  await (await Engine.open({ path })).close()
})
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }))

async function change(sql: string): Promise<void> {
  const engine = await Engine.open({ path })
  await engine.writer.all(sql)
  await engine.close()
}

it('a file that has its views and macros keeps them as they are, and gets what it does not keep', async () => {
  await change(`create or replace view users as select 'kept' as user_id`)
  const engine = await Engine.open({ path })
  expect(await engine.all('select user_id from users')).toEqual([{ user_id: 'kept' }])
  const trait = { holder: 'user:u', scope: 'user', origin: '', name: 'n', value: '1', trusted: true }
  const by = { stated_at: 0, event_id: '0190a000-0000-7000-8000-000000000001' }
  await engine.writer.append(tables.staged_traits, [{ held: 1, ...trait, value: toJsonText(1), ...by }])
  expect(await engine.writer.all('select holder from staged_traits')).toEqual([{ holder: 'user:u' }])
  await engine.close()
})

it('views of another version are replaced', async () => {
  await change(`create or replace view users as select 'kept' as user_id`)
  await change(`update definitions_version set hash = 'another'`)
  const engine = await Engine.open({ path })
  expect(await engine.all('select user_id from users')).toEqual([])
  await engine.close()
})
