import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { Button } from '../../parts/button.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import styles from './welcome.module.css'

/** The line to paste into the pages of a site, with the workspace's real key. */
export function Tag() {
  const query = useQuery({
    queryKey: ['public-keys'],
    queryFn: async ({ signal }) => (await client.publicKeys.list({ signal })).publicKeys,
  })
  return (
    <QueryView query={query} rows={2}>
      {(keys) => {
        const key = keys.find(({ active }) => active)
        if (!key) return <p>There is no public key in use. An administrator can make one.</p>
        const tag = `<script src="${location.origin}/svc.js" data-public-key="${key.key}" async></script>`
        return (
          <div className={styles.tag}>
            <pre>{tag}</pre>
            <Button onClick={() => void navigator.clipboard.writeText(tag)}>Copy the tag</Button>
          </div>
        )
      }}
    </QueryView>
  )
}
