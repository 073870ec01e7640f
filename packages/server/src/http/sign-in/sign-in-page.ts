import { createHash } from 'node:crypto'
import { type Grant, grants as allGrants } from '@customer-intel/contract'
import { type Reply, contentReply } from '../reply.ts'

/** A program's request for access. */
export interface SignInQuestion {
  /** The program's name for itself. */
  client: string
  /** Something by which the person can recognise their own program: a code, an address. May contain our own HTML. */
  proof: string
  /** The requested grants: preselected, the person may change them. */
  grants: readonly Grant[]
  /** The form's target, and its fields besides `key` and `grant`. */
  action: string
  fields: Readonly<Record<string, string>>
  /** The problem with the last attempt. */
  problem?: string | undefined
  /** Where an approval redirects, if to another origin. */
  redirectTo?: string
}

/** Asks whether a program may have access: who asks, for what, and with whose key. */
export function askPage(question: SignInQuestion, status = 200): Reply {
  const { client, proof, grants, action, fields, problem } = question
  const hidden = Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(value)}">`)
    .join('')
  const others = allGrants.filter((grant) => !grants.includes(grant))
  const more = others.length === 0 ? '' : `<details><summary>More</summary>${boxes(others, '')}</details>`
  return page(
    `Access for ${client}`,
    `<h1>Give <q>${escapeHtml(client)}</q> access?</h1>
<p>${proof}</p>
<p>You didn't start this? Close the page: nothing is given.</p>
${problem === undefined ? '' : `<p class="problem" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="${escapeHtml(action)}">${hidden}
<fieldset><legend>It may</legend>${boxes(grants, ' checked')}${more}</fieldset>
<label>Your API key, which stays with you: the program gets one of its own, and never may do more than yours
<input type="password" name="key" required autocomplete="current-password" placeholder="ok_…"></label>
<button>Give access</button>
</form>`,
    { status, formTargets: ["'self'", ...(question.redirectTo ? [question.redirectTo] : [])] },
  )
}

/** Shows the result. */
export function tellPage(title: string, sentences: readonly string[], status = 200): Reply {
  const paragraphs = sentences.map((sentence) => `<p>${escapeHtml(sentence)}</p>`).join('\n')
  return page(title, `<h1>${escapeHtml(title)}</h1>\n${paragraphs}`, { status, formTargets: ["'none'"] })
}

/** For text and for attributes in double quotes. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}

function boxes(grants: readonly Grant[], checked: '' | ' checked'): string {
  return grants
    .map(
      (grant) =>
        `<label class="grant"><input type="checkbox" name="grant" value="${grant}"${checked}> ${grant}</label>`,
    )
    .join('\n')
}

const style = `
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 34rem; margin: 3rem auto; padding: 0 1rem }
  fieldset, details { margin: 1rem 0; border: 1px solid #8888; border-radius: .3rem; padding: .5rem 1rem }
  label, input[type=password], button { display: block; font: inherit }
  input[type=password] { box-sizing: border-box; width: 100%; margin: .3rem 0 1rem; padding: .5rem }
  .code { font: bold 1.6rem ui-monospace, monospace; letter-spacing: .1em }
  .problem { border-left: .3rem solid #c33; padding-left: .7rem }
  :root { color-scheme: light dark }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** An HTML page; `body` is HTML. No scripts, no external resources, no framing, no caching. Its forms send their origin. */
export function page(
  title: string,
  body: string,
  { status, formTargets }: { status: number; formTargets: readonly string[] },
): Reply {
  const html = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="robots" content="noindex">
<title>${escapeHtml(title)} · Customer Intel</title>
<style>${style}</style>
${body}
</html>
`
  return {
    ...contentReply(html, 'text/html; charset=utf-8', {
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'content-security-policy': [
        "default-src 'none'",
        `style-src 'sha256-${styleHash}'`,
        `form-action ${formTargets.join(' ')}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ].join('; '),
    }),
    status,
  }
}
