import { isEmail, roles } from '@customer-intel/contract'
import { toSafeJson } from '@customer-intel/contract/terminal-text'
import type { Config } from '../app/config.ts'
import type { User } from '../kernel/workspace/workspace-document.ts'
import { readUsage } from '../kernel/workspace/usage.ts'
import { callerIdOf } from '../organizations/members/sign-in.ts'
import { linkUrl, newUser, renewLink } from '../organizations/members/users.ts'
import { withChosenOrganization } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { UsageError } from './usage-error.ts'

export const inviteMember = defineProgramCommand({
  name: 'members invite',
  args: ['<email>'],
  summary: 'Give somebody a link to the console, also to set a password anew',
  details:
    'The link works once, for seven days, also while a server runs. Who had access keeps their role unless --role says another, and is signed out everywhere.',
  options: {
    role: { value: '<role>', help: `${roles.join(', ')}; owner by default` },
    name: { value: '<name>', help: 'What they are called' },
    ...organizationOption,
  },
  run: (config, { role: wanted, name, organization }, [given = '']) => {
    if (!isEmail(given)) throw new UsageError(`${JSON.stringify(given)} is no e-mail address.`)
    const role = roles.find((known) => known === (wanted ?? 'owner'))
    if (role === undefined) throw new UsageError(`--role is one of ${roles.join(', ')}.`)
    return withChosenOrganization(config, organization, async ({ configuration }) => {
      const now = Date.now()
      const address = given.toLowerCase()
      let link = ''
      await configuration.update(({ users }) => {
        let user = users.find((known) => known.email === address)
        if (user === undefined) users.push((user = newUser({ email: address, name: null, role, now })))
        if (wanted !== undefined) user.role = role
        if (name !== undefined) user.name = name
        if (user.access === 'disabled') user.access = user.password === null ? 'invited' : 'active'
        user.sessions = []
        link = linkUrl(addressOf(config), renewLink(user, now).token, user)
      })
      console.log(`Link  ${link}`)
      console.log('It works once, for seven days. Give it to them, and nobody else.')
      return 0
    })
  },
})

export const listMembers = defineProgramCommand({
  name: 'members list',
  summary: 'List who can sign in to the console',
  options: { ...organizationOption, json: { help: 'One JSON object a line' } },
  run: (config, { organization, json }) =>
    withChosenOrganization(config, organization, async ({ configuration, ports }) => {
      const { keys } = await readUsage(ports.documents)
      for (const user of configuration.document.users) {
        const line = describe(user, keys[callerIdOf(user)]?.lastUsedAt ?? null)
        console.log(json ? toSafeJson(line) : Object.values(line).map(String).join('  '))
      }
      return 0
    }),
})

function describe({ id, email, role, access }: User, lastSeenAt: string | null) {
  return { id, email: email ?? '(not said yet)', role, access, lastSeenAt: lastSeenAt ?? 'never' }
}

/** Where people reach the server, as far as its settings say. */
function addressOf({ publicUrl, host, port }: Config): string {
  const isAny = host === '0.0.0.0' || host === '::' || host === ''
  return (publicUrl ?? `http://${isAny ? '127.0.0.1' : host}:${port}`).replace(/\/+$/, '')
}
