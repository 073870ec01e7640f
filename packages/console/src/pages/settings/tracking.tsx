import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { SavedForm } from '../../parts/form/saved-form.tsx'
import { WordsField } from '../../parts/form/words-field.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import page from '../../parts/page.module.css'
import { FromBackend, Tag } from '../welcome/tag.tsx'

/** What goes into the pages of a site, and from which sites events are taken. */
export function Tracking() {
  const may = useMay('workspace_settings:manage')
  const query = useQuery({
    queryKey: ['tracking'],
    queryFn: async ({ signal }) => (await client.settings.getTracking({ signal })).tracking,
  })
  return (
    <div className={page.page}>
      <Section title="The tag for your pages">
        <Tag />
      </Section>
      <Section title="From your backend">
        <FromBackend />
      </Section>
      <Section title="Sites that may send">
        <QueryView query={query} rows={3}>
          {(tracking) => (
            <SavedForm
              key={tracking.configHash}
              label="Sites that may send"
              stored={{ allowedOrigins: tracking.allowedOrigins }}
              may={may}
              refusal="Your role doesn’t include tracking. An administrator can change it."
              save={(draft) => client.settings.updateTracking(draft, basedOn(tracking))}
              changes={[['tracking']]}
              reload={['tracking']}
            >
              <WordsField
                path={['allowedOrigins']}
                label="Addresses of sites"
                placeholder="https://www.example.com"
                hint="Enter adds one; *.example.com is every subdomain. Without any, those that the server allows (SVC_ALLOWED_ORIGINS), else sites on its own machine alone."
              />
            </SavedForm>
          )}
        </QueryView>
      </Section>
    </div>
  )
}
