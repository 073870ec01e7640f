import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Copyable } from '../../parts/copyable.tsx'
import { QueryView } from '../../parts/query-view.tsx'

/** The public key in use; null: there is none. */
function usePublicKey() {
  return useQuery({
    queryKey: ['public-keys'],
    queryFn: async ({ signal }) =>
      (await client.publicKeys.list({ signal })).publicKeys.find(({ active }) => active)?.key ?? null,
  })
}

const withoutKey = <p>There is no public key in use. An administrator can make one.</p>

/** The line to paste into the pages of a site, with the workspace's real key. */
export function Tag() {
  return (
    <QueryView query={usePublicKey()} rows={2}>
      {(key) => {
        if (key === null) return withoutKey
        const tag = `<script src="${location.origin}/svc.js" data-public-key="${key}" async></script>`
        return <Copyable label="The tag" text={tag} />
      }}
    </QueryView>
  )
}

/** The same from a backend: by the SDK, and to the address itself. */
export function FromBackend() {
  return (
    <QueryView query={usePublicKey()} rows={4}>
      {(key) => {
        if (key === null) return withoutKey
        const sdk = `import { Tracker } from '@customer-intel/node-sdk/track'

const tracker = new Tracker({ publicKey: '${key}', baseUrl: '${location.origin}' })
tracker.track({ eventName: 'Project created', email: 'jane@acme.example' })`
        const event = {
          type: 'custom',
          eventName: 'Project created',
          email: 'jane@acme.example',
          url: 'server://app',
          path: '/',
        }
        const body = JSON.stringify({ source: 'server', events: [event] })
        const address = `curl ${location.origin}/api/i/v1/${key}/events \\
  -H 'content-type: application/json' \\
  -d '${body}'`
        return (
          <>
            <Copyable label="Code with the SDK" text={sdk} />
            <p>Or without the SDK:</p>
            <Copyable label="Command" text={address} />
          </>
        )
      }}
    </QueryView>
  )
}
