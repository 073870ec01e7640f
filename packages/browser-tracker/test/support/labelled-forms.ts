import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** A form of a page, and whether the address in it is the visitor's own. */
export interface LabelledForm {
  language: string
  what: string
  isOwn: boolean
  html: string
}

/** The address in every form. */
export const addressInForms = 'someone@x.example'

const folder = join(dirname(fileURLToPath(import.meta.url)), '../forms')

/** The forms of `test/forms`: a file a language, in which each form follows a comment `own: …` or `other: …`. */
export const readLabelledForms = (): LabelledForm[] =>
  readdirSync(folder).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split(/^<!-- (?=own|other)/m)
      .slice(1)
      .map((text) => {
        const [, label, what, html] = /^(own|other): (.*?) -->\n(.*)/s.exec(text)!
        return {
          language: file.replace('.html', ''),
          what: what!,
          isOwn: label === 'own',
          html: html!.trim(),
        }
      }),
  )

/** How good it is to identify the visitor by these forms, of which `identified` did. */
export const judge = (forms: LabelledForm[], identified: boolean[]) => {
  const own = forms.filter(({ isOwn }) => isOwn).length
  const wrong = forms.filter(({ isOwn }, at) => identified[at] && !isOwn)
  const found = identified.filter(Boolean).length
  return {
    forms: forms.length,
    precision: found ? (found - wrong.length) / found : 1,
    recall: (found - wrong.length) / own,
    wrong: wrong.map(({ language, what }) => `${language}: ${what}`),
    missed: forms
      .filter(({ isOwn }, at) => !identified[at] && isOwn)
      .map(({ language, what }) => `${language}: ${what}`),
  }
}
