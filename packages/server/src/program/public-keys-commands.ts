import { toSafeJson } from '@customer-intel/contract/terminal-text'
import { generatePublicKey, toPublicKey } from '../organizations/api-keys.ts'
import { withChosenOrganization } from './chosen-organization.ts'
import { defineProgramCommand, organizationOption } from './command.ts'
import { UsageError } from './usage-error.ts'

export const issuePublicKey = defineProgramCommand({
  name: 'public-keys issue',
  summary: 'Make another public key, for a website or app',
  details:
    'Holds within half a second, also while a server runs. Each public key has an ingest rate of its own.',
  options: organizationOption,
  run: (config, { organization }) =>
    withChosenOrganization(config, organization, async ({ configuration }) => {
      const key = generatePublicKey()
      await configuration.update((document) => void document.publicKeys.push(toPublicKey(key, Date.now())))
      console.log(`Public key  ${key}`)
      return 0
    }),
})

export const listPublicKeysCommand = defineProgramCommand({
  name: 'public-keys list',
  summary: 'List the public keys, the oldest first',
  options: { ...organizationOption, json: { help: 'One JSON object a line' } },
  run: (config, { organization, json }) =>
    withChosenOrganization(config, organization, async ({ configuration }) => {
      for (const { key, active, createdAt } of configuration.document.publicKeys) {
        const line = [key, active ? 'active' : 'revoked', `since ${createdAt}`].join('  ')
        console.log(json ? toSafeJson({ key, active, createdAt }) : line)
      }
      return 0
    }),
})

export const revokePublicKeyCommand = defineProgramCommand({
  name: 'public-keys revoke',
  args: ['<public key>'],
  summary: 'Refuse the events of a public key from now on',
  details: 'Who sends by it is answered 403. What it brought stays.',
  options: organizationOption,
  run: (config, { organization }, [key = '']) =>
    withChosenOrganization(config, organization, async ({ configuration }) => {
      await configuration.update((document) => {
        const found = document.publicKeys.find((candidate) => candidate.key === key)
        if (found === undefined)
          throw new UsageError(`There is no public key ${JSON.stringify(key)}: public-keys list shows them.`)
        found.active = false
      })
      const left = configuration.document.publicKeys.filter(({ active }) => active).length
      console.log(
        left > 0
          ? 'Revoked: its events are refused from now on.'
          : 'Revoked: its events are refused from now on, and no public key is left. public-keys issue makes one.',
      )
      return 0
    }),
})
