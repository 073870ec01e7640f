import { useQuery } from '@tanstack/react-query'
import { client } from '../../app/client.ts'
import { basedOn } from '../../app/saved.ts'
import { useMay } from '../../app/session.ts'
import { workspaceSettingsQuery } from '../../app/workspace-settings.ts'
import { CheckField, ChoiceField } from '../../parts/form/fields.tsx'
import { SavedForm } from '../../parts/form/saved-form.tsx'
import { WordsField } from '../../parts/form/words-field.tsx'
import { QueryView } from '../../parts/query-view.tsx'
import { Section } from '../../parts/section.tsx'
import page from '../../parts/page.module.css'
import { Retention } from './retention.tsx'

const optionsOf = (known: readonly string[], titleOf = (value: string) => value) =>
  known.map((value) => ({ value, title: titleOf(value) }))
const currencyNames = new Intl.DisplayNames('en', { type: 'currency' })
const currencies = optionsOf(
  Intl.supportedValuesOf('currency'),
  (code) => `${code}, ${currencyNames.of(code) ?? code}`,
)

/** The time zone of every page, the currency of reports, and who is of your own house. */
export function Workspace() {
  const may = useMay('agents:write')
  const query = useQuery(workspaceSettingsQuery)
  return (
    <div className={page.page}>
      <Section title="Workspace">
        <QueryView query={query}>
          {(settings) => {
            const { configHash, ...stored } = settings
            return (
              <SavedForm
                key={configHash}
                label="Workspace"
                stored={stored}
                may={may}
                refusal="Your role doesn’t include the workspace’s settings. An editor can change them."
                save={(draft) => client.settings.update(draft, basedOn(settings))}
                // Every day on every page is another one.
                changes={[[]]}
                reload={workspaceSettingsQuery.queryKey}
              >
                <ChoiceField
                  path={['defaultTimezone']}
                  label="Time zone of every page"
                  options={optionsOf(
                    [...new Set([stored.defaultTimezone, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
                  )}
                />
                <ChoiceField
                  path={['reportCurrency']}
                  label="Currency of reports"
                  hint="What Today and the dashboards begin with. Amounts of several currencies are never summed."
                  empty={null}
                  options={[{ value: '', title: 'The one with the most recurring revenue' }, ...currencies]}
                />
                <WordsField
                  path={['domains']}
                  label="Your own domains"
                  placeholder="acme.example"
                  hint="People with these addresses make no customer. Enter adds one."
                />
                <CheckField
                  path={['identityMergeSuggestions']}
                  label="Suggest merges"
                  hint="Of customers and people that look like one."
                />
              </SavedForm>
            )
          }}
        </QueryView>
      </Section>
      <Retention />
    </div>
  )
}
