import { syncRunsOf } from '../../src/integrations/sync-run.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipart, textPart } from '../../../../examples/provider-sandbox/src/providers/mail-a.ts'
import { connectInBrowser } from '../support/connect-in-browser.ts'
import { type IntegrationServer, openIntegrationServer } from '../support/integration-server.ts'

let test: IntegrationServer
beforeAll(async () => {
  test = await openIntegrationServer({ companies: 40 })
})
afterAll(() => test.close())

const company = (index: number) => test.sandbox.world.companies[index]!
const query = async (sql: string) =>
  (await test.call<{ data: Record<string, unknown>[] }>('svc_query', { sql })).data
const count = async (sourceType: string) =>
  (await query(`select count(*)::integer as n from sources where source_type = '${sourceType}'`))[0]!['n']
const source = (sourceType: string, sourceId: string) =>
  test.call<Record<string, unknown>>('svc_get_source', { sourceType, sourceId })
const lastRun = async () => (await syncRunsOf(test.workspace).read()).at(-1)!
const models = (status: Record<string, unknown>) => status['syncs'] as Record<string, unknown>[]

describe('calendar-a', () => {
  const meeting = (id: string, attendees: object[], more: object = {}) => ({
    id,
    status: 'confirmed',
    summary: 'A call',
    start: { dateTime: new Date().toISOString() },
    end: { dateTime: new Date(Date.now() + 1_800_000).toISOString() },
    organizer: { email: 'mira@vendor.example', self: true },
    attendees,
    ...more,
  })

  it('brings meetings to the accounts of their guests, and the guests', async () => {
    expect((await connectInBrowser(test, 'calendar-a')).status).toBe(200)
    // 40 meetings and two series of four, two guests in each; no stand-up, nothing private.
    expect(models(await test.synced('calendar-a'))).toEqual([
      expect.objectContaining({ model: 'CalendarEvent', status: 'SUCCESS', recordCount: 144 }),
    ])
    expect(await count('CALENDAR_EVENT')).toBe(48)
    const { domain, people } = company(20)
    const { items } = await test.call<{ items: { sourceId: string }[] }>('svc_list_sources', {
      sourceType: 'CALENDAR_EVENT',
      customer: domain,
    })
    expect(items).toHaveLength(5)
    expect(await source('CALENDAR_EVENT', 'weekly20_2')).toMatchObject({
      title: `Weekly with ${company(20).name}`,
      participants: [
        { role: 'organizer' },
        { email: people[0]!.email, name: people[0]!.name, role: 'attendee' },
        { email: people[1]!.email },
      ],
      record: { seriesId: 'weekly20', durationSeconds: 1800, accepted: 1, declined: 0 },
    })
    expect(
      await query(`select count(*)::integer as n from customers where domain = 'vendor.example'`),
    ).toEqual([{ n: 0 }])
  })

  it('brings what changed, and takes away what was cancelled, became private or lost its guests', async () => {
    const { calendarA } = test.sandbox
    const guest = { email: company(3).people[2]!.email, displayName: 'Third' }
    calendarA.put(meeting('new', [guest], { start: { date: '2026-03-01' }, end: { date: '2026-03-02' } }))
    calendarA.cancel('meeting5')
    calendarA.cancel('weekly0_1')
    calendarA.put({ ...calendarA.events.find(({ id }) => id === 'meeting6')!, visibility: 'private' })
    calendarA.put(meeting('meeting7', [{ email: 'sol@vendor.example' }]))
    const before = calendarA.calls.length
    await test.sync('calendar-a')
    expect(calendarA.calls.slice(before).map(({ query }) => query.get('syncToken'))).toEqual([
      expect.stringContaining('sync-') as string,
    ])
    expect(await source('CALENDAR_EVENT', 'new')).toMatchObject({ record: { isAllDay: true } })
    expect(
      await query(
        `select count(*)::integer as n from sources where source_id in ('meeting5', 'weekly0_1', 'meeting6', 'meeting7')`,
      ),
    ).toEqual([{ n: 0 }])
    expect(await count('CALENDAR_EVENT')).toBe(45)
  })

  it('walks everything again when the place is no longer known, twice too, and takes nothing away by it', async () => {
    const { calendarA } = test.sandbox
    calendarA.expireSyncTokens()
    let refused = 0
    calendarA.fault = ({ path, query }) => {
      if (!path.endsWith('/events') || query.has('syncToken') || refused > 0) return null
      refused++
      return { status: 410, body: { error: { code: 410, message: 'Sync token is no longer valid' } } }
    }
    await test.sync('calendar-a')
    calendarA.fault = () => null
    expect(refused).toBe(1)
    expect(await lastRun()).toMatchObject({ status: 'SUCCESS', records: 0 })
    expect(await count('CALENDAR_EVENT')).toBe(45)
  })

  it('sets aside what can not be read, and goes on', async () => {
    const { calendarA } = test.sandbox
    const guest = { email: company(4).people[2]!.email }
    calendarA.put({ ...meeting('odd', [guest]), start: { dateTime: 'soon' } })
    calendarA.put(meeting('fine', [guest], { description: '<p>Agenda:<br>seats</p><script>x()</script>' }))
    await test.sync('calendar-a')
    expect(await lastRun()).toMatchObject({
      status: 'SUCCESS',
      setAsideReasons: [{ model: 'CalendarEvent', id: 'odd', reason: 'it has no start' }],
    })
    expect(JSON.stringify(await source('CALENDAR_EVENT', 'fine'))).toContain('Agenda:\\nseats')
  })

  it('takes an answer without its list for no empty calendar', async () => {
    const { calendarA } = test.sandbox
    for (const body of [{ nextSyncToken: 'x' }, '<html>Sign in</html>', { items: [] }]) {
      calendarA.fault = ({ path }) => (path.endsWith('/events') ? { status: 200, body } : null)
      expect(models(await test.sync('calendar-a'))).toMatchObject([{ status: 'ERROR' }])
    }
    calendarA.fault = () => null
    expect(models(await test.sync('calendar-a'))).toMatchObject([{ status: 'SUCCESS' }])
    expect(await count('CALENDAR_EVENT')).toBe(46)
  })

  it('waits where a limit was reached', async () => {
    const { calendarA } = test.sandbox
    let limited = 0
    calendarA.fault = ({ path }) => {
      if (!path.endsWith('/events') || limited++ > 0) return null
      const errors = [{ reason: 'rateLimitExceeded' }]
      return {
        status: 403,
        headers: { 'retry-after': '0' },
        body: { error: { code: 403, errors, message: 'Slow' } },
      }
    }
    expect(models(await test.sync('calendar-a'))).toMatchObject([{ status: 'SUCCESS' }])
    calendarA.fault = () => null
    expect(await lastRun()).toMatchObject({ waits: 1 })
  })
})

describe('mail-a', () => {
  const text = async (id: string) => {
    const { record } = await source('EMAIL', id)
    return String((record as Record<string, unknown>)['text'])
  }

  const isStored = async (sourceId: string) =>
    (
      await test.ask('POST', '/api/tools/call', {
        tool: 'svc_get_source',
        input: { sourceType: 'EMAIL', sourceId },
      })
    ).status === 200

  it('brings mails with people from outside, and who wrote', async () => {
    const { body } = await test.ask('GET', '/api/integrations/capabilities?provider=mail')
    expect(body['provider']).toMatchObject({ providerId: 'mail-a', cliName: 'mail' })
    expect((await connectInBrowser(test, 'mail')).status).toBe(200)
    // 40 questions with their senders, and 40 answers.
    expect(models(await test.synced('mail-a'))).toEqual([
      expect.objectContaining({ model: 'Email', status: 'SUCCESS', recordCount: 120 }),
    ])
    expect(await count('EMAIL')).toBe(80)
    const { items } = await test.call<{ items: { sourceId: string; title: string }[] }>('svc_list_sources', {
      sourceType: 'EMAIL',
      customer: company(9).domain,
    })
    expect(items.map(({ title }) => title)).toEqual([
      `Re: Seats for ${company(9).name}`,
      `Seats for ${company(9).name}`,
    ])
    const [answer, question] = items
    expect(await source('EMAIL', question!.sourceId)).toMatchObject({
      record: { direction: 'inbound', threadId: question!.sourceId },
      participants: [
        { role: 'from', email: company(9).people[0]!.email },
        { role: 'to', name: 'Mira Vendor', email: 'mira@vendor.example', affiliation: 'internal' },
      ],
    })
    expect(await source('EMAIL', answer!.sourceId)).toMatchObject({
      record: { direction: 'outbound', threadId: question!.sourceId },
    })
    expect(await text(answer!.sourceId)).toContain('the offer is attached.')
    expect(await text(answer!.sourceId)).not.toContain('wrote:')
    const rows = await query(
      `select count(*)::integer as n from users where email like '%vendor.example' or email like '%bank.example' or email like '%paper.example'`,
    )
    expect(rows).toEqual([{ n: 0 }])
  })

  it('reads parts, charsets and words of headers', async () => {
    const { mailA } = test.sandbox
    const { email } = company(1).people[0]!
    const from = `=?iso-8859-1?Q?J=FCrgen_M=FCller?= <${email.toUpperCase()}>`
    const to = 'team: mira@vendor.example, sol@vendor.example;'
    const file = { ...textPart('text/plain', 'a,b'), filename: 'offer.csv' }
    const latin = mailA.deliver({
      from,
      to,
      subject: '=?UTF-8?B?R3LDvMOfZQ==?=',
      text: '',
      payload: multipart('mixed', [
        multipart('alternative', [
          textPart('text/plain', ' '),
          textPart(
            'text/html',
            Buffer.from('<p>Gr\xFC\xDFe aus <b>K\xF6ln</b></p><blockquote>alt</blockquote>', 'latin1'),
            'iso-8859-1',
          ),
        ]),
        file,
      ]),
    })
    const odd = mailA.deliver({
      from,
      to,
      subject: '',
      text: '',
      payload: textPart('text/plain', Buffer.from([0xff, 0xfe, 0x41]), 'x-unknown'),
    })
    await test.sync('mail-a')
    expect(await source('EMAIL', latin)).toMatchObject({
      title: 'Grüße',
      participants: [{ role: 'from', email, name: 'Jürgen Müller' }, { role: 'to' }, { role: 'to' }],
      record: { attachments: ['offer.csv'] },
    })
    expect(await text(latin)).toContain('Grüße aus Köln')
    expect(await text(latin)).not.toContain('alt')
    expect(await source('EMAIL', odd)).toMatchObject({ title: '(no subject)' })
  })

  it('reads charsets by the standard, wherever they are named, and parts as they are meant', async () => {
    const { mailA } = test.sandbox
    const from = company(1).people[0]!.email
    const deliver = (type: string, mimeType: string, body: Buffer, headers: Record<string, string> = {}) =>
      mailA.deliver({
        from,
        to: 'mira@vendor.example',
        subject: '=?UTF-8?B?S8M=?= =?UTF-8?B?tmxu?=',
        text: '',
        headers,
        payload: {
          mimeType,
          filename: '',
          headers: [{ name: 'Content-Type', value: type }],
          body: { size: body.length, data: body.toString('base64url') },
        },
      })
    const latin = (text: string) => Buffer.from(text, 'latin1')
    const mails = {
      Søren: deliver('text/plain', 'text/plain', latin('S\xF8ren')),
      'Søren – so': deliver(
        "text/plain; charset*=us-ascii'en-us'iso-8859-1",
        'text/plain',
        latin('S\xF8ren \x96 so'),
      ),
      Zażółć: deliver('text/html', 'text/html', latin('<meta charset="iso-8859-2"><p>Za\xBF\xF3\xB3\xE6')),
      日本: deliver('text/plain', 'text/plain', latin('\x1B$BF|K\\\x1B(B')),
      'We would rather pay monthly.': deliver(
        'text/plain; charset=utf-8; format=flowed',
        'text/plain',
        latin('We would \nrather \npay monthly.'),
      ),
      'Plan Pro\nSeats Ten\nName\nAcme\nOne\nTwo\nOneTwo': deliver(
        'text/html',
        'text/html',
        latin(
          `<div style="display:none;max-height:0">Preheader</div><span style="font-size:0px">Tiny<b style="font-size:12px"></b></span>
           <div style="mso-hide:all">Hidden</div><p hidden>Hidden</p><img src="https://t.example/p.gif" alt="pixel">
           <table><tr><td>Plan</td><td>Pro</td></tr><tr><th>Seats</th><td style="font-size:0"><i style="font-size:12px">Ten</i></td></tr></table>
           <dl><dt>Name</dt><dd>Acme</dd></dl><select><option>One</option><option>Two</option></select><div>One<b>Two</b></div>`,
        ),
      ),
    }
    await test.sync('mail-a')
    for (const [written, id] of Object.entries(mails)) {
      expect(await text(id)).toBe(written)
      expect(await source('EMAIL', id)).toMatchObject({
        title: 'Köln',
        summary: written.replaceAll('\n', ' '),
      })
    }
  })

  it('takes what a mail quotes for nobody’s words', async () => {
    const { mailA } = test.sandbox
    const id = mailA.deliver({
      from: company(1).people[0]!.email,
      to: 'mira@vendor.example',
      subject: 'AW: Angebot',
      text: 'Lieber monatlich.\n\nVon: Mira Vendor <mira@vendor.example>\nGesendet: Donnerstag, 12. November 2026 10:12\nAn: Jana\nBetreff: Angebot\n\nWe think of cancelling your discount.',
    })
    await test.sync('mail-a')
    expect(await source('EMAIL', id)).toMatchObject({
      summary: 'Lieber monatlich.',
      record: { text: 'Lieber monatlich.' },
    })
    const found = await test.call('svc_search_customer_context', { query: '"cancelling your discount"' })
    expect(found).toMatchObject({ results: [] })
  })

  it('finds who wrote behind the address of one’s own mailing list', async () => {
    const { mailA } = test.sandbox
    const author = company(1).people[0]!
    const list = {
      'List-ID': '<help.vendor.example>',
      'List-Unsubscribe': '<mailto:help+unsubscribe@vendor.example>',
      Precedence: 'list',
    }
    const deliver = (from: string, headers: Record<string, string>) =>
      mailA.deliver({ from, to: 'help@vendor.example', subject: 'Help', text: 'Please help', headers })
    const rewritten = `"'Jane Doe' via Help" <help@vendor.example>`
    const [original, replyTo, forged] = [
      deliver(rewritten, { ...list, 'X-Original-From': `Jane Doe <${author.email}>` }),
      deliver(rewritten, { ...list, 'Reply-To': author.email }),
      deliver(`Jane Doe <${author.email}>`, { 'X-Original-From': 'ceo@bank.example' }),
    ]
    const foreign = deliver(author.email, { 'List-ID': '<news.paper.example>' })
    await test.sync('mail-a')
    for (const id of [original, replyTo, forged])
      expect(await source('EMAIL', id)).toMatchObject({
        participants: [{ role: 'from', email: author.email, name: 'Jane Doe' }, { role: 'to' }],
        record: { direction: 'inbound' },
      })
    expect(await isStored(foreign)).toBe(false)
  })

  it('tells automatic answers by all usual headers', async () => {
    const { mailA } = test.sandbox
    const cases: [header: string, value: string, isByPerson: boolean][] = [
      ['Auto-Submitted', 'auto-replied (vacation)', false],
      ['Auto-Submitted', 'No', true],
      ['X-Autoreply', 'yes', false],
      ['X-Autoreply', 'no', true],
      ['X-Autorespond', 'Out of office', false],
      ['X-Auto-Response-Suppress', 'All', false],
      ['Precedence', 'auto_reply', false],
      ['Precedence', 'bulk', false],
      ['Precedence', 'first-class', true],
      ['Return-Path', '<>', false],
      ['Return-Path', '<jane@acme.example>', true],
    ]
    const from = company(2).people[0]!.email
    const ids = cases.map(([header, value]) =>
      mailA.deliver({
        from,
        to: 'mira@vendor.example',
        subject: 'Away',
        text: 'Out',
        headers: { [header]: value },
      }),
    )
    await test.sync('mail-a')
    for (const [i, [header, value, isByPerson]] of cases.entries())
      expect([header, value, await isStored(ids[i]!)]).toEqual([header, value, isByPerson])
  })

  it('leaves out what machines send, and takes away what goes into the bin or is deleted', async () => {
    const { mailA } = test.sandbox
    const [first, second] = company(2).people
    const to = 'mira@vendor.example'
    const before = await count('EMAIL')
    mailA.deliver({
      from: second!.email,
      to,
      subject: 'Away',
      text: 'Out',
      headers: { 'Auto-Submitted': 'auto-replied' },
    })
    mailA.deliver({ from: 'do-not-reply@acme.example', to, subject: 'Ticket', text: 'Closed' })
    mailA.deliver({ from: 'mailer-daemon@acme.example', to, subject: 'Undelivered', text: 'No' })
    const [binned, deleted] = [1, 2].map((n) =>
      mailA.deliver({ from: first!.email, to, subject: `Number ${n}`, text: 'Hello' }),
    ) as [string, string]
    await test.sync('mail-a')
    expect(await count('EMAIL')).toBe(Number(before) + 2)
    mailA.label(binned, ['TRASH'])
    mailA.remove(deleted)
    await test.sync('mail-a')
    expect(await count('EMAIL')).toBe(before)
    expect(await lastRun()).toMatchObject({ status: 'SUCCESS', setAside: 0 })
  })

  it('sets aside a mail that is larger than an answer may be, and goes on', async () => {
    const { mailA } = test.sandbox
    const to = 'mira@vendor.example'
    const from = company(5).people[1]!.email
    const large = mailA.deliver({ from, to, subject: 'Large', text: 'x'.repeat(13 * 1024 * 1024) })
    const small = mailA.deliver({ from, to, subject: 'Small', text: 'Beside it' })
    await test.sync('mail-a')
    expect(await lastRun()).toMatchObject({
      status: 'SUCCESS',
      setAside: 1,
      setAsideReasons: [
        {
          model: 'Email',
          id: large,
          reason: expect.stringContaining('is larger than 16777216 bytes') as string,
        },
      ],
    })
    expect(await source('EMAIL', small)).toMatchObject({ title: 'Small' })
    // The place moved on: it isn't asked for again.
    const before = mailA.calls.length
    await test.sync('mail-a')
    expect(mailA.calls.slice(before).map(({ path }) => path)).not.toContainEqual(
      expect.stringContaining(large),
    )
    mailA.remove(large)
    mailA.remove(small)
    await test.sync('mail-a')
  })

  it('walks everything again when the history is no longer known, and doubles nothing', async () => {
    const { mailA } = test.sandbox
    const before = Number(await count('EMAIL'))
    mailA.expireHistory()
    mailA.deliver({
      from: company(3).people[1]!.email,
      to: 'mira@vendor.example',
      subject: 'Late',
      text: 'Hi',
    })
    let refused = 0
    mailA.fault = ({ path }) =>
      path.endsWith('/messages') && refused++ === 0
        ? { status: 404, body: { error: { code: 404, message: 'Not found' } } }
        : null
    await test.sync('mail-a')
    mailA.fault = () => null
    expect(await lastRun()).toMatchObject({ status: 'SUCCESS' })
    expect(await count('EMAIL')).toBe(before + 1)
  })

  it('is found by what was written', async () => {
    const found = await test.call('svc_search_customer_context', {
      query: `more seats for ${company(12).name}`,
    })
    expect(JSON.stringify(found)).toContain(company(12).name)
  })
})
