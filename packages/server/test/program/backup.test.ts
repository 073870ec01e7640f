import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { cp, mkdtemp, open, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { NewOrganization } from '../../src/organizations/define-organization.ts'
import { fileStore } from '../../src/drivers/file/file-store.ts'
import type { Store } from '../../src/kernel/store/ports.ts'
import { type Answers, answersOf, makeHistory, sendEvents, serving } from '../support/history.ts'
import { runCommand } from '../support/run-command.ts'

let home: string
let data: string
let organization: NewOrganization
let answers: Answers
/** Between the first part of the history and what came later. */
let moment: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'customer-intel-backup-'))
  data = join(home, 'data')
  await serving(fileStore({ directory: data }), async (server) => {
    organization = await makeHistory(server)
    answers = await answersOf(server, organization)
  })
  moment = new Date(Date.now() + 1).toISOString()
  while (new Date().toISOString() <= moment);
  await serving(fileStore({ directory: data }), (server) => sendEvents(server, organization, 20))
})
afterAll(() => rm(home, { recursive: true, force: true }))

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(home, 'case-'))
})
const running = new Set<ChildProcess>()
afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
})

const answersFrom = (store: Store) => serving(store, (server) => answersOf(server, organization))
const copyOfData = async () => {
  const copy = join(folder, 'data')
  await cp(data, copy, { recursive: true })
  return copy
}
const filesOf = (directory: string) => join(directory, 'organizations', organization.document.organization.id)

describe('svc-server backup and restore', () => {
  it('backs up while a server takes events; the restored server gives the same answers', async () => {
    const kept = join(folder, 'backup')
    const source = await copyOfData()
    const [during, after] = await serving(fileStore({ directory: source }), async (server) => {
      const sending = (async () => {
        for (let person = 21; person < 60; person++) await sendEvents(server, organization, person)
      })()
      const first = await runCommand(source, 'backup', '--to', kept)
      await sending
      const second = await runCommand(source, 'backup', '--to', kept)
      expect(first).toMatchObject({ code: 0, err: '' })
      expect(second).toMatchObject({ code: 0, err: '' })
      return [second, await answersOf(server, organization)] as const
    })
    expect(during.out).toMatch(/records of the log .*compared, and the same/)
    const verified = await runCommand(folder, 'verify', '--store', kept)
    expect(verified).toMatchObject({ code: 0, err: '' })
    // Both count the same.
    const counted = ({ out }: { out: string }) => /[1-9]\d* documents/.exec(out)?.[0]
    expect(counted(verified)).toBe(counted(during))
    expect(counted(verified)).toBeDefined()
    const restored = join(folder, 'restored')
    expect(await runCommand(restored, 'restore', '--from', kept)).toMatchObject({ code: 0, err: '' })
    expect(await answersFrom(fileStore({ directory: restored }))).toEqual(after)
  })

  it('ends with 3 where records are damaged and so missing in the copy, unless that is accepted', async () => {
    const kept = join(folder, 'backup')
    expect((await runCommand(data, 'backup', '--to', kept)).code).toBe(0)
    const log = join(filesOf(kept), 'log')
    const [segment] = (await readdir(log)).filter((name) => name.endsWith('.seg'))
    const file = await open(join(log, segment!), 'r+')
    await file.write(Buffer.from([0]), 0, 1, 200)
    await file.close()
    const { code, err } = await runCommand(join(folder, 'restored'), 'restore', '--from', kept)
    expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('Records are missing') as string })
    const accepted = ['restore', '--from', kept, '--accept-damage']
    expect((await runCommand(join(folder, 'accepted'), ...accepted)).code).toBe(0)
    expect((await runCommand(kept, 'migrate', '--to', join(folder, 'moved'))).code).toBe(3)
  })

  it('restores to a moment', async () => {
    const kept = join(folder, 'backup')
    await runCommand(data, 'backup', '--to', kept)
    const restored = join(folder, 'restored')
    const result = await runCommand(restored, 'restore', '--from', kept, '--until', moment)
    expect(result).toMatchObject({ code: 0, err: '' })
    expect(result.out).toContain(`received until ${moment}`)
    expect(await answersFrom(fileStore({ directory: restored }))).toEqual(answers)
    await expect(runCommand(restored, 'restore', '--from', kept, '--until', 'yesterday')).rejects.toThrow(
      /"yesterday" is no time: give one with its zone/,
    )
  })

  it('completes an erasure that was asked for before the backup, and refuses a backup from before one', async () => {
    const source = await copyOfData()
    const former = join(folder, 'former')
    await runCommand(source, 'backup', '--to', former)
    const erased = await runCommand(source, 'person', 'erase', 'p1@shop1.example')
    expect(erased.code).toBe(0)
    await expect(runCommand(source, 'backup', '--to', former)).rejects.toThrow(
      /erased or deleted since that backup: make this one in another folder, and remove the old one/,
    )
    // What is left of the old one can still be restored.
    expect(await runCommand(folder, 'verify', '--store', former)).toMatchObject({ code: 0 })

    // One that is pending travels in the backup.
    const pending = [
      { id: 'e-1', requestedAt: moment, by: 'operator', keys: ['email:p2@shop2.example'], person: null },
    ]
    await writeFile(join(filesOf(source), 'erasures-pending.json'), JSON.stringify(pending))
    const kept = join(folder, 'kept')
    await runCommand(source, 'backup', '--to', kept)
    const restored = join(folder, 'restored')
    await runCommand(restored, 'restore', '--from', kept)
    await serving(fileStore({ directory: restored }), async (server) => {
      await expect
        .poll(async () => JSON.stringify(await answersOf(server, organization)))
        .not.toContain('p2@shop2.example')
    })
  })

  it('is safe beside a server that is killed while it writes: what it acknowledged is in the backup', async () => {
    const source = await copyOfData()
    const acknowledged = await killWhileWriting(source)
    const kept = join(folder, 'backup')
    // Nobody has corrected the torn end yet.
    expect(await runCommand(source, 'backup', '--to', kept)).toMatchObject({ code: 0 })
    const { users } = await answersFrom(fileStore({ directory: kept }))
    const emails = (users as { items: { email: string }[] }).items.map(({ email }) => email)
    for (const person of acknowledged) expect(emails).toContain(`p${person}@shop${person % 5}.example`)
  })

  it('refuses a store that is no backup, one that is incomplete, and a target that holds something', async () => {
    await expect(runCommand(folder, 'restore', '--from', data)).rejects.toThrow(/is no backup/)
    await expect(runCommand(data, 'restore')).rejects.toThrow(/Name the backup by --from/)
    await expect(runCommand(data, 'backup')).rejects.toThrow(/Say where to by --to/)
    const kept = join(folder, 'backup')
    await runCommand(data, 'backup', '--to', kept)
    await expect(runCommand(data, 'restore', '--from', kept)).rejects.toThrow(/that was not copied there/)
    // A folder from which somebody serves is no place for a backup.
    await expect(runCommand(kept, 'backup', '--to', data)).rejects.toThrow(/that was not copied there/)
    const note = JSON.stringify({ purpose: 'backup', from: 'x', startedAt: moment, completedAt: null })
    await writeFile(join(filesOf(kept), 'copy.json'), note)
    await expect(runCommand(join(folder, 'new'), 'restore', '--from', kept)).rejects.toThrow(
      /is incomplete: its backup was broken off/,
    )
  })

  /** Runs a server as a process and kills it while it writes; resolves with the people whose events it acknowledged. */
  async function killWhileWriting(directory: string): Promise<number[]> {
    const main = fileURLToPath(new URL('../../dist/main.js', import.meta.url))
    const { PATH = '', HOME = '' } = process.env
    const child = spawn(process.execPath, [main, 'start'], {
      env: { PATH, HOME, SVC_DATA_DIR: directory, PORT: '0', SVC_LOG_FORMAT: 'json' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    running.add(child)
    const url = await new Promise<string>((resolve, reject) => {
      let text = ''
      child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk
        const found = /http:\/\/127\.0\.0\.1:\d+/.exec(text)
        if (found !== null) resolve(found[0])
      })
      child.once('exit', () => reject(new Error(`the server ended: ${text}`)))
    })
    const acknowledged: number[] = []
    const ended = new Promise((resolve) => child.once('exit', resolve))
    const remote = {
      fetch: async (request: Request) => {
        const { pathname } = new URL(request.url)
        return fetch(new URL(pathname, url), {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: await request.text(),
        })
      },
    }
    const senders = Array.from({ length: 8 }, async (_, sender) => {
      for (let person = 100 + sender; ; person += 8) {
        await sendEvents(remote as never, organization, person)
        acknowledged.push(person)
        if (acknowledged.length === 40) child.kill('SIGKILL')
      }
    })
    await Promise.allSettled(senders)
    await ended
    return acknowledged.slice(0, 25)
  }
})

describe('svc-server verify', () => {
  it('names a record with a flipped bit, a document that does not parse and a journal line that is none', async () => {
    const source = await copyOfData()
    const files = filesOf(source)
    const [segment] = (await readdir(join(files, 'log'))).filter((name) => name.endsWith('.seg'))
    const file = await open(join(files, 'log', segment!), 'r+')
    await file.write(Buffer.from([0]), 0, 1, 200)
    await file.close()
    await writeFile(join(files, 'usage.json'), '{"half":')
    await writeFile(join(files, 'audit.ndjson'), 'no json\n')
    const { code, out, err } = await runCommand(source, 'verify')
    expect(code).toBe(1)
    expect(out).toMatch(/3 broken/)
    expect(err).toMatch(/Log, from position 0 to \d+: checksum does not match/)
    expect(err).toMatch(/Document usage: .*usage\.json is not JSON/)
    expect(err).toMatch(/Journal audit: .*audit\.ndjson:1 is not JSON/)
  })

  it('refuses a pipe, whose reading would never end, and names a configuration of another organization', async () => {
    const source = await copyOfData()
    const configuration = join(filesOf(source), 'workspace.json')
    const document = JSON.parse(await readFile(configuration, 'utf8')) as { organization: { id: string } }
    document.organization.id = 'org_other'
    await writeFile(configuration, JSON.stringify(document))
    const { code, err } = await runCommand(source, 'verify')
    expect({ code, err }).toEqual({
      code: 1,
      err: expect.stringContaining('it is that of org_other') as string,
    })
    execFileSync('mkfifo', [join(filesOf(source), 'log', '00000000.seg')])
    await expect(runCommand(source, 'verify')).rejects.toThrow('neither a file nor a folder')
    await expect(runCommand(join(folder, 'to'), 'restore', '--from', source)).rejects.toThrow(
      'neither a file nor a folder',
    )
  })

  it('says which field of a configuration is wrong, and that there is nothing where there is nothing', async () => {
    const source = await copyOfData()
    await writeFile(join(filesOf(source), 'workspace.json'), '{"organization": {}}')
    const { code, err } = await runCommand(source, 'verify')
    expect(code).toBe(1)
    expect(err).toMatch(/Document workspace: .*organization\.id/)
    await expect(runCommand(join(folder, 'none'), 'verify')).rejects.toThrow(/There is no data directory/)
  })
})
