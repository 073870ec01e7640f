// The sandbox is held to Google's services by their official clients.
import { auth, calendar } from '@googleapis/calendar'
import { gmail } from '@googleapis/gmail'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { calendarA } from '../../src/integrations/providers/calendar-a.ts'
import { type Sandbox, startSandbox } from '../../../../examples/provider-sandbox/src/sandbox.ts'

let sandbox: Sandbox
beforeAll(async () => {
  sandbox = await startSandbox({ companies: 40 })
})
afterAll(() => sandbox.close())

/** Google's own client of OAuth, at the sandbox. */
function openClient(played: Sandbox['calendarA'] | Sandbox['mailA']) {
  const { clientId, clientSecret } = played.oauth
  return new auth.OAuth2({
    clientId,
    clientSecret,
    redirectUri: 'http://localhost/integrations/callback',
    endpoints: {
      oauth2AuthBaseUrl: `${played.origin}/o/oauth2/v2/auth`,
      oauth2TokenUrl: `${played.origin}/token`,
      oauth2RevokeUrl: `${played.origin}/revoke`,
    },
  })
}

/** Signs in as a person does. */
async function signIn(played: Sandbox['calendarA'] | Sandbox['mailA']) {
  const client = openClient(played)
  const scope = calendarA.auth.kind === 'oauth' ? [...calendarA.auth.scopes] : []
  const { codeVerifier, codeChallenge } = await client.generateCodeVerifierAsync()
  const url = new URL(
    client.generateAuthUrl({
      access_type: 'offline',
      scope,
      state: 's',
      code_challenge: codeChallenge!,
      code_challenge_method: 'S256' as never,
    }),
  )
  url.searchParams.set('decision', 'allow')
  const sent = await fetch(url.origin + url.pathname, {
    method: 'POST',
    body: url.searchParams,
    redirect: 'manual',
  })
  const code = new URL(sent.headers.get('location')!).searchParams.get('code')!
  const { tokens } = await client.getToken({ code, codeVerifier })
  client.setCredentials(tokens)
  return { client, tokens, code }
}

it('signs in, renews and gives back with the client of the service', async () => {
  const { client, tokens, code } = await signIn(sandbox.calendarA)
  expect(tokens).toMatchObject({ token_type: 'Bearer', refresh_token: expect.any(String) as string })
  await expect(client.getToken(code)).rejects.toThrow('invalid_grant')
  const { credentials } = await client.refreshAccessToken()
  expect(credentials.access_token).not.toBe(tokens.access_token)
  await client.revokeToken(tokens.refresh_token!)
  await expect(client.refreshAccessToken()).rejects.toThrow('invalid_grant')
})

it('calendar-a is listed page by page, and its changes, by the client of the service', async () => {
  const { client } = await signIn(sandbox.calendarA)
  const { events, calendars } = calendar({
    version: 'v3',
    auth: client,
    rootUrl: `${sandbox.calendarA.origin}/`,
  })
  expect((await calendars.get({ calendarId: 'primary' })).data.id).toBe('mira@vendor.example')
  const ids: string[] = []
  let pageToken: string | undefined
  let syncToken: string | undefined
  do {
    const { data } = await events.list({
      calendarId: 'primary',
      singleEvents: true,
      maxResults: 15,
      ...(pageToken !== undefined && { pageToken }),
    })
    ids.push(...data.items!.map(({ id }) => id!))
    pageToken = data.nextPageToken ?? undefined
    syncToken = data.nextSyncToken ?? undefined
  } while (pageToken !== undefined)
  expect(new Set(ids).size).toBe(50)
  sandbox.calendarA.cancel('meeting3')
  const { data } = await events.list({ calendarId: 'primary', singleEvents: true, syncToken: syncToken! })
  expect(data.items).toMatchObject([{ id: 'meeting3', status: 'cancelled' }])
  sandbox.calendarA.expireSyncTokens()
  const outdated = { calendarId: 'primary', singleEvents: true, syncToken: syncToken! }
  await expect(events.list(outdated)).rejects.toMatchObject({ status: 410 })
})

it('mail-a is listed, read and followed by the client of the service', async () => {
  const { client } = await signIn(sandbox.mailA)
  const { users } = gmail({ version: 'v1', auth: client, rootUrl: `${sandbox.mailA.origin}/` })
  const { data: profile } = await users.getProfile({ userId: 'me' })
  const { data: page } = await users.messages.list({ userId: 'me', maxResults: 10 })
  expect(page.messages).toHaveLength(10)
  const { data: next } = await users.messages.list({
    userId: 'me',
    maxResults: 10,
    pageToken: page.nextPageToken!,
  })
  expect(next.messages![0]!.id).not.toBe(page.messages![0]!.id)
  const { data: thread } = await users.threads.get({
    userId: 'me',
    id: sandbox.mailA.messages.at(-1)!.threadId,
  })
  expect(thread.messages).toHaveLength(2)
  const id = sandbox.mailA.deliver({ from: 'a@b.example', to: 'c@d.example', subject: 'New', text: 'Grüße' })
  const { data: history } = await users.history.list({ userId: 'me', startHistoryId: profile.historyId! })
  expect(history.history).toMatchObject([{ messagesAdded: [{ message: { id } }] }])
  const { data: message } = await users.messages.get({ userId: 'me', id })
  const [plain] = message.payload!.parts!
  expect(Buffer.from(plain!.body!.data!, 'base64url').toString()).toBe('Grüße')
  sandbox.mailA.expireHistory()
  const outdated = { userId: 'me', startHistoryId: profile.historyId! }
  await expect(users.history.list(outdated)).rejects.toMatchObject({ status: 404 })
})
